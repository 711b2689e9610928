/** Cards of other nouns on a record's page, loaded after the page. */
import { type ComponentProps, lazy, Suspense } from 'react';
import { May } from '../../../web/http/session.client.ts';

const DocumentCard = lazy(async () => ({
  default: (await import('../../../features/document/DocumentCard.tsx')).DocumentCard,
}));
const PapersOfHome = lazy(async () => ({ default: (await import('./PapersOfHome.tsx')).PapersOfHome }));
const MissingPapersOfHome = lazy(async () => ({ default: (await import('./PapersOfHome.tsx')).MissingPapersOfHome }));

const InspectionsCard = lazy(async () => ({
  default: (await import('../../../features/inspection/InspectionsCard.tsx')).InspectionsCard,
}));

const RepairsCard = lazy(async () => ({
  default: (await import('../../../features/repair/RepairsCard.tsx')).RepairsCard,
}));

const RepairLinks = lazy(async () => ({
  default: (await import('../../../features/repair-link/RepairLinks.tsx')).RepairLinks,
}));

type Props = Omit<ComponentProps<typeof DocumentCard>, 'missing'>;

/** On a tenancy's page, the card also warns about papers that were not given to a tenant. */
export function DocumentsOf(props: Props) {
  const { link } = props;
  return (
    <Suspense>
      <DocumentCard
        {...props}
        missing={
          'tenancyId' in link && (
            <Suspense>
              <MissingPapersOfHome place={link} />
            </Suspense>
          )
        }
      />
    </Suspense>
  );
}

export function PapersOf(props: ComponentProps<typeof PapersOfHome>) {
  return (
    <May need="people.see">
      <Suspense>
        <PapersOfHome {...props} />
      </Suspense>
    </May>
  );
}

export function InspectionsOf(props: ComponentProps<typeof InspectionsCard>) {
  return (
    <May need="repairs.see">
      <Suspense>
        <InspectionsCard {...props} />
      </Suspense>
    </May>
  );
}

export function RepairsOf({ of }: Pick<ComponentProps<typeof RepairsCard>, 'of'>) {
  return (
    <May need="repairs.see">
      <Suspense>
        <RepairsCard of={of}>{'supplierId' in of || <RepairLinks of={of} />}</RepairsCard>
      </Suspense>
    </May>
  );
}

/** Documents and papers given on the page of a record, which load after it. */
import { type ComponentProps, lazy, Suspense } from 'react';
import { May } from '../../../web/http/session.client.ts';

const DocumentCard = lazy(async () => ({
  default: (await import('../../../features/document/DocumentCard.tsx')).DocumentCard,
}));
const PapersOfHome = lazy(async () => ({ default: (await import('./PapersOfHome.tsx')).PapersOfHome }));
const MissingPapersOfHome = lazy(async () => ({ default: (await import('./PapersOfHome.tsx')).MissingPapersOfHome }));

type Props = Omit<ComponentProps<typeof DocumentCard>, 'missing'>;

/** On a tenancy's page with the papers that were not given. */
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

import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useId } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { May } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { FirstRows, Row } from '../../web/ui/table/Rows.tsx';
import { aboutLine, DocumentMark, DocumentName, Given } from './DocumentParts.tsx';
import { documents, PATHS } from './document.client.ts';
import { TEXTS } from './listed.ts';

type Of = { propertyId: string } | { tenantId: string } | { tenancyId: string } | { supplierId: string };

/** `of` names the record in the empty card, such as 'the papers of 31 Cotham Vale'. `missing` lists missing papers. */
export function DocumentCard({ link, of, missing }: { link: Of; of?: string; missing?: ReactNode }) {
  const id = useId();
  const found = useInfiniteQuery({
    ...documents.list({ q: '', sort: 'newest', ...link }),
    placeholderData: () => undefined,
  });
  const [first] = found.data?.pages ?? [];
  // Files of other records are shown with those records.
  const own = first?.items.filter(({ kind }) => kind === 'document');
  return (
    <Card aria-labelledby={id}>
      <CardHead id={id} title={TEXTS.title}>
        {first && first.items.length > 0 && (
          <Link to={PATHS.list} search={link}>
            Search them
          </Link>
        )}
        <May need={PATHS.change}>
          <LinkButton to={PATHS.add} search={link} size="small" variant="quiet" icon={Plus}>
            Add
          </LinkButton>
        </May>
      </CardHead>
      {missing}
      {!own && !found.error && (
        <Loading label={TEXTS.loadingList} className="p-5">
          <Skeleton className="h-4 w-3/5" />
        </Loading>
      )}
      {found.error && <p className="px-5 py-4 text-red max-md:px-4">{`${TEXTS.listFailed}. ${found.error.message}`}</p>}
      {own?.length === 0 && (
        <p className="px-5 py-4 text-ink-2 max-md:px-4">
          {of ? `Add the papers of ${of} here: we read them, so that you can search their text.` : 'No documents yet'}
        </p>
      )}
      {own && own.length > 0 && (
        <FirstRows label={TEXTS.title} items={own} first={6}>
          {(document) => (
            <Row
              key={document.id}
              lead={<DocumentMark type={document.type} />}
              line={
                <>
                  {aboutLine(document)}
                  {document.given.length > 0 && (
                    <span className="block">
                      Given to <Given given={document.given} />
                    </span>
                  )}
                </>
              }
              end={
                document.validUntil && (
                  <span className="figures text-s text-ink-2">{formatDay(document.validUntil)}</span>
                )
              }
            >
              <DocumentName document={document} />
            </Row>
          )}
        </FirstRows>
      )}
    </Card>
  );
}

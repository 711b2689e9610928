import { useMutation } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import type { ComponentType } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { May, useMay } from '../../web/http/session.client.ts';
import { FactsCard, RecordDetail } from '../../web/records/detail/RecordDetail.tsx';
import { RecordPicker } from '../../web/records/form/RecordPicker.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button, IconButton } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Row, Rows } from '../../web/ui/table/Rows.tsx';
import { PropertyPicker } from '../property/PropertyPicker.tsx';
import { TEXTS as TENANT_TEXTS } from '../tenant/listed.ts';
import { tenants } from '../tenant/tenant.client.ts';
import { aboutLine, DocumentMark, LinkedRecord } from './DocumentParts.tsx';
import { documents, PATHS, useAddLink, useRemoveLink } from './document.client.ts';
import { DOCUMENT, type DocumentRecord } from './document.ts';
import { TEXTS } from './listed.ts';
import { VersionsCard } from './VersionsCard.tsx';

type GivenProps = { document: DocumentRecord };

/** `Served` lists every entry, for members who see people. */
export function DocumentDetail({ Served }: { Served: ComponentType<GivenProps> }) {
  return (
    <RecordDetail
      resource={documents}
      texts={TEXTS}
      paths={PATHS}
      head={(document) => ({
        title: document.title,
        lead: <DocumentMark type={document.type} />,
        line: aboutLine(document),
      })}
      deletion={({ versions }) => ({
        question: versions.length > 1 && <p>{`All ${versions.length} versions will be deleted.`}</p>,
      })}
    >
      {(document, record) => (
        <>
          <div className="flex min-w-0 flex-col gap-5">
            {document.withdrawn && (
              <Banner tone="amber">You have withdrawn this document. We keep it as proof that it was given.</Banner>
            )}
            {record && <VersionsCard document={record} />}
            <FactsCard
              title={TEXTS.detailTitle}
              fields={DOCUMENT.shape}
              record={{ note: '', ...document, ...record }}
              none={{ day: 'Not entered', validUntil: 'No end', note: 'No note' }}
            />
          </div>
          {record && (
            <div className="flex min-w-0 flex-col gap-5">
              <LinksCard document={record} />
              <GivenCard document={record} Served={Served} />
            </div>
          )}
        </>
      )}
    </RecordDetail>
  );
}

const KINDS = {
  property: 'Property',
  tenancy: 'Tenancy',
  tenant: 'Tenant',
  supplier: 'Supplier',
  certificate: 'Certificate',
  transaction: 'Transaction',
  deadline: 'Deadline',
  repair: 'Repair',
} as const;

function LinksCard({ document: { id, links } }: { document: DocumentRecord }) {
  const may = useMay(PATHS.change);
  const seesPeople = useMay('people.see');
  const { mutate: add, isPending } = useAddLink();
  const { mutate: remove, isPending: removing } = useRemoveLink();
  const linked = (kind: string) => links.filter((link) => link.kind === kind).map(({ recordId }) => recordId);
  return (
    <Card aria-labelledby="belongs-to">
      <CardHead id="belongs-to" title="Belongs to" />
      {links.length === 0 && <p className="px-5 py-4 text-ink-2 max-md:px-4">No record yet</p>}
      {links.length > 0 && (
        <Rows label="Belongs to">
          {links.map((link) => (
            <Row
              key={link.id}
              line={KINDS[link.kind]}
              end={
                may && (
                  <IconButton
                    icon={X}
                    label={`Unlink ${link.name}`}
                    disabled={removing}
                    onClick={() => remove({ id, linkId: link.id })}
                  />
                )
              }
            >
              <LinkedRecord link={link}>
                <bdi>{link.name}</bdi>
              </LinkedRecord>
            </Row>
          ))}
        </Rows>
      )}
      {may && (
        <div className="flex flex-col gap-3 border-t border-line px-5 py-4 max-md:px-4">
          <PropertyPicker
            aria-label="Link a property"
            placeholder="Link a property: address or postcode"
            value=""
            disabled={isPending}
            leftOut={linked('property')}
            onChange={(property) => property && add({ id, link: { propertyId: property.id } })}
          />
          {seesPeople && (
            <RecordPicker
              aria-label="Link a tenant"
              placeholder="Link a tenant: name or email"
              resource={tenants}
              texts={TENANT_TEXTS}
              add={{ to: '/dashboard/tenants/add', need: 'people.change' }}
              asChoice={({ id: tenantId, name, email }) => ({ id: tenantId, name, line: email })}
              chosen={null}
              leftOut={linked('tenant')}
              onChange={(tenant) => tenant && add({ id, link: { tenantId: tenant.id } })}
            />
          )}
        </div>
      )}
    </Card>
  );
}

/** Members who do not see people get the latest five entries. The recipient acknowledged `confirmed` entries. */
function GivenCard({ document, Served }: GivenProps & { Served: ComponentType<GivenProps> }) {
  const seesPeople = useMay('people.see');
  const { mutate: change, isPending } = useMutation({
    ...documents.change,
    meta: documents.changeMeta({ done: document.withdrawn ? 'Document offered again' : 'Document withdrawn' }),
  });
  const { given, withdrawn } = document;
  const proven = given.length > 0 || withdrawn;
  if (!proven && !seesPeople) return null;
  const toggle = () => {
    const { title, type, day, validUntil, note } = document;
    change({ before: document, input: { title, type, day, validUntil, note, withdrawn: !withdrawn } });
  };
  return (
    <Card aria-labelledby="given-to">
      <CardHead id="given-to" title="Given to" />
      {seesPeople ? (
        <div className="px-5 py-4 max-md:px-4">
          <Served document={document} />
        </div>
      ) : (
        <Rows label="Given to">
          {given.map(({ id, name, day, confirmed }) => (
            <Row key={id} line={`${formatDay(day)}${confirmed ? ', confirmed' : ''}`}>
              <bdi>{name || 'Someone'}</bdi>
            </Row>
          ))}
        </Rows>
      )}
      {proven && (
        <May need={PATHS.change}>
          <div className="border-t border-line px-5 py-3 max-md:px-4">
            <Button size="small" busy={isPending ? 'Saving...' : undefined} onClick={toggle}>
              {withdrawn ? 'Offer it again' : 'Withdraw'}
            </Button>
          </div>
        </May>
      )}
    </Card>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { saveTexts, withSession } from '../../web/http/save.client.ts';
import { May } from '../../web/http/session.client.ts';
import { CopyLink, LinkListCard, LinkRow, RevokeLink } from '../guest-link/LinkPartsCard.tsx';
import type { InspectionRecord } from '../inspection/inspection.ts';
import { dayAndTime } from './compare.ts';
import type { InspectionLink } from './inspection-link.ts';

const routes = api.inspections[':id'].links;
const ofTenant = routes[':tenantId'];

const texts = saveTexts({ signedOut: 'You must be logged in to make a link', missing: 'This record no longer exists' });

/** Tenants' links exist only once the inspection is shared. */
export function InspectionLinks({ inspection: { id, sharedAt } }: { inspection: InspectionRecord }) {
  if (!sharedAt) return null;
  return (
    <May need="people.see">
      <Links id={id} />
    </May>
  );
}

function Links({ id }: { id: string }) {
  const links = useQuery({
    queryKey: ['inspections', 'links', id],
    queryFn: ({ signal }) => read(routes.$get({ param: { id } }, { init: { signal } })),
  });
  return (
    <LinkListCard
      id="inspection-links"
      title="Tenants’ links"
      links={links}
      note="Tenants use their link to read the inspection and comment on it. They do not need an account."
    >
      {(link) => <OneLink key={link.tenantId} id={id} link={link} />}
    </LinkListCard>
  );
}

function OneLink({ id, link: { tenantId, name, hasEmail, lastUsedAt } }: { id: string; link: InspectionLink }) {
  const param = { id, tenantId };
  const find = useMutation({
    mutationFn: async () => (await withSession(() => read(ofTenant.$post({ param })))).address,
    meta: { texts: texts('We could not get the link') },
  });
  const revoke = useMutation({
    mutationFn: () => withSession(() => read(ofTenant.revoke.$post({ param }))),
    meta: { texts: texts('We could not revoke the link', 'Link revoked') },
  });
  const who = <span className="sr-only">{`, link of ${name}`}</span>;
  return (
    <LinkRow
      name={name}
      facts={[
        hasEmail ? 'Sent by email' : 'No email address: copy the link, and give it to the tenant',
        lastUsedAt ? `last opened ${dayAndTime(lastUsedAt)}` : 'not opened yet',
      ]}
    >
      <May need="people.change">
        <div className="-ml-2 flex flex-wrap gap-1">
          <CopyLink find={find}>Copy link{who}</CopyLink>
          <RevokeLink
            revoke={revoke}
            question={`The link for ${name} will stop working immediately. Copy the new link and send it to them.`}
          >
            Revoke{who}
          </RevokeLink>
        </div>
      </May>
    </LinkRow>
  );
}

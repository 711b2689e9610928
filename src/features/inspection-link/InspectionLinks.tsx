/** The tenants' links to an inspection, on its page: to copy or revoke. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../web/http/api.client.ts';
import { type SaveTexts, withSession } from '../../web/http/save.client.ts';
import { May } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import type { InspectionRecord } from '../inspection/inspection.ts';
import { dayAndTime } from './compare.ts';
import type { InspectionLink } from './inspection-link.ts';

const routes = api.inspections[':id'].links;
const ofTenant = routes[':tenantId'];

const texts = (failed: string, done?: string): SaveTexts => ({
  failed,
  ...(done && { done }),
  signedOut: 'You must be logged in to make a link',
  missing: 'This record is no longer there',
});

/** Shown once the inspection is shared. */
export function InspectionLinks({ inspection: { id, sharedAt } }: { inspection: InspectionRecord }) {
  if (!sharedAt) return null;
  return (
    <May need="people.see">
      <Links id={id} />
    </May>
  );
}

function Links({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['inspections', 'links', id],
    queryFn: ({ signal }) => read(routes.$get({ param: { id } }, { init: { signal } })),
  });
  const items = data?.items ?? [];
  if (!error && items.length === 0) return null;
  return (
    <Card aria-labelledby="inspection-links">
      <CardHead id="inspection-links" title="Tenants’ links" />
      {error && !data && <p role="alert" className="px-5 py-3">{`We could not load the links. ${error.message}`}</p>}
      <ul>
        {items.map((link) => (
          <LinkRow key={link.tenantId} id={id} link={link} />
        ))}
      </ul>
      <p className="border-t border-line px-5 py-3 text-s text-ink-2 max-md:px-4">
        With their link a tenant reads the inspection and comments on it, without an account.
      </p>
    </Card>
  );
}

function LinkRow({ id, link: { tenantId, name, hasEmail, lastUsedAt } }: { id: string; link: InspectionLink }) {
  const param = { id, tenantId };
  const copy = useMutation({
    mutationFn: async () => (await withSession(() => read(ofTenant.$post({ param })))).address,
    meta: { texts: texts('We could not get the link') },
  });
  const revoke = useMutation({
    mutationFn: () =>
      withSession(async () => {
        await read(ofTenant.revoke.$post({ param }));
      }),
    meta: { texts: texts('We could not revoke the link', 'Link revoked') },
  });
  const [asked, setAsked] = useState(false);
  const [address, setAddress] = useState<string>();
  const copyAddress = async () => {
    const found = await copy.mutateAsync().catch(() => undefined);
    if (!found) return;
    try {
      await navigator.clipboard.writeText(found);
      toast.success('Link copied');
    } catch {
      setAddress(found); // the browser does not allow it: shown to copy by hand
    }
  };
  const who = <span className="sr-only">{`, link of ${name}`}</span>;
  return (
    <li className="border-b border-line px-5 py-3 last:border-b-0 max-md:px-4">
      <p>
        <bdi className="font-bold">{name}</bdi>
      </p>
      <p className="text-s text-ink-2">
        {[
          hasEmail ? 'Sent by email' : 'No email address: copy the link, and give it to the tenant',
          lastUsedAt ? `last opened ${dayAndTime(lastUsedAt)}` : 'not opened yet',
        ].join(', ')}
      </p>
      {address && (
        <p className="text-s wrap-anywhere" role="status">
          {address}
        </p>
      )}
      <May need="people.change">
        <div className="-ml-2 flex flex-wrap gap-1">
          <Button
            variant="quiet"
            size="small"
            busy={copy.isPending ? 'Copying...' : undefined}
            onClick={() => void copyAddress()}
          >
            Copy link{who}
          </Button>
          <Button variant="quiet" size="small" onClick={() => setAsked(true)}>
            Revoke{who}
          </Button>
        </div>
      </May>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Revoke this link?"
        question={`The link of ${name} stops working at once. Copy the next one to give it to them.`}
        confirm="Revoke"
        busy={revoke.isPending ? 'Revoking...' : undefined}
        onConfirm={() => void revoke.mutateAsync().finally(() => setAsked(false))}
      />
    </li>
  );
}

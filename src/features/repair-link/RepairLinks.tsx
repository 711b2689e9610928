/** A tenant's link, or a property's poster, on the card of their repairs: to copy, print or revoke. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { May } from '../../web/http/session.client.ts';
import { Button, ButtonLink } from '../../web/ui/display/Button.tsx';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';

type Of = { tenantId: string } | { propertyId: string };

const TEXTS = { signedOut: 'You must be logged in to make a link', missing: 'This record is no longer there' };

/** The address is stored nowhere: the server derives it each time. */
function useAddress(of: Of) {
  return useMutation({
    mutationFn: () =>
      withSession(async () => {
        const answer =
          'tenantId' in of
            ? await read(api.tenants[':id']['repair-link'].$post({ param: { id: of.tenantId } }))
            : await read(api.properties[':id']['repair-poster'].$post({ param: { id: of.propertyId } }));
        return answer.address;
      }),
    meta: { texts: { ...TEXTS, failed: 'We could not make the link' } },
  });
}

function useRevoke(of: Of) {
  return useMutation({
    mutationFn: () =>
      withSession(async () => {
        if ('tenantId' in of)
          await read(api.tenants[':id']['repair-link'].revoke.$post({ param: { id: of.tenantId } }));
        else await read(api.properties[':id']['repair-poster'].revoke.$post({ param: { id: of.propertyId } }));
      }),
    meta: { texts: { ...TEXTS, failed: 'We could not revoke the link', done: 'Link revoked' } },
  });
}

export function RepairLinks({ of }: { of: Of }) {
  const { mutateAsync: find, isPending } = useAddress(of);
  const { mutateAsync: revoke, isPending: revoking } = useRevoke(of);
  const [asked, setAsked] = useState(false);
  const [address, setAddress] = useState<string>();
  const copy = async () => {
    const found = await find().catch(() => undefined);
    if (!found) return;
    try {
      await navigator.clipboard.writeText(found);
      toast.success('Link copied');
    } catch {
      setAddress(found); // the browser does not allow it: shown to copy by hand
    }
  };
  const tenant = 'tenantId' in of;
  return (
    <May need="people.change">
      <div className="border-t border-line px-5 py-3 max-md:px-4">
        <p className="mb-2 text-s text-ink-2">
          {tenant
            ? 'With their link the tenant reports repairs and follows them, without an account.'
            : 'With the poster’s code anybody in the home can report a repair. It shows no names and no repairs.'}
        </p>
        <div className="flex flex-wrap gap-2">
          {tenant || (
            <ButtonLink size="small" href={`/api/properties/${of.propertyId}/repair-poster.pdf`} download>
              Print poster
            </ButtonLink>
          )}
          <Button size="small" variant="quiet" busy={isPending ? 'Copying...' : undefined} onClick={() => void copy()}>
            Copy link
          </Button>
          <Button size="small" variant="quiet" onClick={() => setAsked(true)}>
            Revoke link
          </Button>
        </div>
        {address && (
          <p className="mt-2 text-s wrap-anywhere" role="status">
            {address}
          </p>
        )}
      </div>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Revoke this link?"
        question={
          tenant
            ? 'The tenant’s link stops working at once. The next email to them has a new one.'
            : 'Printed posters stop working at once. Print a new one.'
        }
        confirm="Revoke"
        busy={revoking ? 'Revoking...' : undefined}
        onConfirm={() => void revoke().finally(() => setAsked(false))}
      />
    </May>
  );
}

import { useMutation } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { May } from '../../web/http/session.client.ts';
import { ButtonLink } from '../../web/ui/display/Button.tsx';
import { CopyLink, RevokeLink } from '../guest-link/LinkPartsCard.tsx';

type Of = { tenantId: string } | { propertyId: string };

const TEXTS = { signedOut: 'You must be logged in to make a link', missing: 'This record no longer exists' };

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
  const find = useAddress(of);
  const revoke = useRevoke(of);
  const tenant = 'tenantId' in of;
  return (
    <May need="people.change">
      <div className="border-t border-line px-5 py-3 max-md:px-4">
        <p className="mb-2 text-s text-ink-2">
          {tenant
            ? 'The tenant uses this link to report and follow repairs. They do not need an account.'
            : 'Anyone in the property can report a repair with the code on the poster. It does not show names or other repairs.'}
        </p>
        <div className="flex flex-wrap gap-2">
          {tenant || (
            <ButtonLink size="small" href={`/api/properties/${of.propertyId}/repair-poster.pdf`} download>
              Print poster
            </ButtonLink>
          )}
          <CopyLink find={find}>Copy link</CopyLink>
          <RevokeLink
            revoke={revoke}
            question={
              tenant
                ? 'The tenant’s link will stop working immediately. Our next email to them will have a new one.'
                : 'Printed posters will stop working immediately. Print a new one.'
            }
          >
            Revoke link
          </RevokeLink>
        </div>
      </div>
    </May>
  );
}

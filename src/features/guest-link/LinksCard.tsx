/** The links of a tenancy or property: Copy, Send again and Revoke. */
import { useState } from 'react';
import { formatInstantAsDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { May } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { useCopyLink, useLinks, useRevokeLink, useSendLink } from './guest-link.client.ts';
import type { GuestLink } from './guest-link.ts';

type Place = { tenancyId?: string | undefined; propertyId?: string | undefined };

function standing({ revokedAt, expired, expiresAt, papers }: GuestLink): string {
  if (revokedAt) return `revoked ${formatInstantAsDay(revokedAt)}`;
  if (papers === 0) return 'no papers left';
  return `${expired ? 'ended' : 'ends'} ${formatInstantAsDay(expiresAt)}`;
}

export function LinksCard({ place }: { place: Place }) {
  const { data, error } = useLinks(place);
  const items = data?.items ?? [];
  if (!error && items.length === 0) return null;
  return (
    <Card aria-labelledby="links">
      <CardHead id="links" title="Links" />
      {error && !data && <p role="alert" className="px-5 py-3">{`We could not load the links. ${error.message}`}</p>}
      <ul>
        {items.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </ul>
      <p className="border-t border-line px-5 py-3 text-s text-ink-2 max-md:px-4">
        Scanners of mail servers also use links, so use is not proof. A confirmation needs a typed name.
      </p>
    </Card>
  );
}

function LinkRow({ link }: { link: GuestLink }) {
  const { id, recipient, email, papers, confirmed, revokedAt, expired, timesUsed, emailState, emailNote } = link;
  const { mutateAsync: copy } = useCopyLink();
  const { mutate: send, isPending: sending } = useSendLink();
  const { mutateAsync: revoke, isPending: revoking } = useRevokeLink();
  const [asked, setAsked] = useState(false);
  const [address, setAddress] = useState<string>();
  const copyAddress = async () => {
    const found = await copy(id).catch(() => undefined);
    if (!found) return;
    try {
      await navigator.clipboard.writeText(found);
      toast.success('Link copied');
    } catch {
      setAddress(found); // the browser does not allow it: shown to copy by hand
    }
  };
  const works = !revokedAt && papers > 0;
  const who = <span className="sr-only">{`, link of ${recipient}`}</span>;
  return (
    <li className="border-b border-line px-5 py-3 last:border-b-0 max-md:px-4">
      <p>
        <bdi className="font-bold">{recipient}</bdi>
      </p>
      <p className="text-s text-ink-2">
        {[
          counted(papers, 'paper'),
          confirmed > 0 && `${confirmed} confirmed`,
          standing(link),
          timesUsed > 0 ? `used ${counted(timesUsed, 'time')}` : 'not used',
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      {emailState === 'sending' && <p className="text-s text-ink-2">The email is being sent.</p>}
      {emailState === 'refused' && <p className="text-s text-red">{`The email was refused. ${emailNote}`}</p>}
      {address && <p className="text-s wrap-anywhere">{address}</p>}
      {works && (
        <May need="people.change">
          <div className="-ml-2 flex flex-wrap gap-1">
            {!expired && (
              <Button variant="quiet" size="small" onClick={() => void copyAddress()}>
                Copy{who}
              </Button>
            )}
            {email && (
              <Button variant="quiet" size="small" disabled={sending} onClick={() => send(id)}>
                Send again{who}
              </Button>
            )}
            <Button variant="quiet" size="small" onClick={() => setAsked(true)}>
              Revoke{who}
            </Button>
          </div>
        </May>
      )}
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Revoke this link?"
        question={`${recipient} can then no longer open or confirm the papers with it.`}
        confirm="Revoke"
        busy={revoking ? 'Revoking...' : undefined}
        onConfirm={() => void revoke(id).finally(() => setAsked(false))}
      />
    </li>
  );
}

import { formatInstantAsDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { May } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { useCopyLink, useLinks, useRevokeLink, useSendLink } from './guest-link.client.ts';
import type { GuestLink } from './guest-link.ts';
import { CopyLink, LinkListCard, LinkRow, RevokeLink } from './LinkPartsCard.tsx';

type Place = { tenancyId?: string | undefined; propertyId?: string | undefined };

function standing({ revokedAt, expired, expiresAt, papers }: GuestLink): string {
  if (revokedAt) return `revoked ${formatInstantAsDay(revokedAt)}`;
  if (papers === 0) return 'no papers left';
  return `${expired ? 'ended' : 'ends'} ${formatInstantAsDay(expiresAt)}`;
}

export function LinksCard({ place }: { place: Place }) {
  return (
    <LinkListCard
      id="links"
      title="Links"
      links={useLinks(place)}
      note="Mail servers may open links to check them, so an opened link is not proof. A confirmation has a typed name."
    >
      {(link) => <OneLink key={link.id} link={link} />}
    </LinkListCard>
  );
}

function OneLink({ link }: { link: GuestLink }) {
  const { id, recipient, email, papers, confirmed, revokedAt, expired, timesUsed, emailState, emailNote } = link;
  const find = useCopyLink(id);
  const { mutate: send, isPending: sending } = useSendLink();
  const revoke = useRevokeLink(id);
  const works = !revokedAt && papers > 0;
  const who = <span className="sr-only">{`, link of ${recipient}`}</span>;
  return (
    <LinkRow
      name={recipient}
      facts={[
        counted(papers, 'paper'),
        confirmed > 0 && `${confirmed} confirmed`,
        standing(link),
        timesUsed > 0 ? `used ${counted(timesUsed, 'time')}` : 'not used',
      ]}
    >
      {emailState === 'sending' && <p className="text-s text-ink-2">The email is being sent.</p>}
      {emailState === 'refused' && <p className="text-s text-red">{`The email was refused. ${emailNote}`}</p>}
      <May need="people.change">
        <div className="-ml-2 flex flex-wrap gap-1">
          {works && !expired && <CopyLink find={find}>Copy{who}</CopyLink>}
          {works && email && (
            <Button variant="quiet" size="small" disabled={sending} onClick={() => send(id)}>
              Send again{who}
            </Button>
          )}
          <RevokeLink
            revoke={revoke}
            ended={!works}
            question={`${recipient} will no longer be able to open or confirm the papers with it.`}
          >
            Revoke{who}
          </RevokeLink>
        </div>
      </May>
    </LinkRow>
  );
}

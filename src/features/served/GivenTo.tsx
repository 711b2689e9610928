/** How and when a paper was given to each person, and in red the people who must still get it. */
import BadgeCheck from 'lucide-react/icons/badge-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useState } from 'react';
import { formatDay, formatInstantAsDay, formatInstantAsTime } from '../../shared/dates.ts';
import { May } from '../../web/http/session.client.ts';
import { Button, Icon } from '../../web/ui/display/Button.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { useMakeLink } from '../guest-link/guest-link.client.ts';
import { METHOD_WORDS, type Paper, type Served, STATE_LABELS, servedWhen } from './served.ts';

const StrikeDialog = lazyDialog(async () => (await import('./StrikeDialog.tsx')).StrikeDialog);

function stateOf({ state, stateNote, confirmedAt, confirmedName, arrival, remark }: Served): string[] {
  const confirmed = confirmedAt
    ? `Confirmed by ${confirmedName ?? ''}, ${formatInstantAsDay(confirmedAt)}, ${formatInstantAsTime(confirmedAt)}`
    : undefined;
  return [
    confirmed ?? (state === 'recorded' ? '' : STATE_LABELS[state]),
    arrival ? `Arrival by the agreement: ${formatDay(arrival)}` : '',
    stateNote,
    remark,
  ].filter(Boolean);
}

type Props = { paper: Pick<Paper, 'title' | 'served' | 'missing' | 'versionNumber'> };

export function GivenTo({ paper: { title, served, missing, versionNumber } }: Props) {
  const [struck, setStruck] = useState<Served>();
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  const { mutate: link, isPending: linking } = useMakeLink();
  const strike = (one: Served) => {
    setStruck(one);
    setOpen(true);
  };
  return (
    <>
      <ul className="flex flex-col gap-2 text-s">
        {missing.map(({ kind, tenantId, name }) => (
          <li key={`${kind} ${tenantId ?? name}`} className="flex items-start gap-[6px] text-red">
            <Icon of={CircleAlert} className="mt-[3px]" />
            <span>
              <bdi>{name}</bdi>: not given
            </span>
          </li>
        ))}
        {served.map((one) => (
          <li key={one.id}>
            <div className={one.struckAt ? 'text-ink-3 line-through' : undefined}>
              {one.state === 'confirmed' && <Icon of={BadgeCheck} className="mr-1 inline text-green" />}
              <bdi className="font-bold">{one.recipient}</bdi> {METHOD_WORDS[one.method]}
              {one.methodNote && ` (${one.methodNote})`}, {servedWhen(one)}
              {one.versionNumber === versionNumber ? '' : `, version ${one.versionNumber}`}
            </div>
            {one.struckAt && <p className="text-ink-2">{`Struck out: ${one.struckReason ?? ''}`}</p>}
            {stateOf(one).map((text) => (
              <p key={text} className={one.state === 'refused' ? 'text-red' : 'text-ink-2'}>
                {text}
              </p>
            ))}
            {one.proof && (
              <a href={one.proof.url} target="_blank" rel="noopener">
                {`Proof: ${one.proof.name}`}
              </a>
            )}
            {!one.struckAt && (
              <May need="people.change">
                <div className="-ml-2 flex flex-wrap gap-1">
                  {one.state === 'recorded' && !one.linkId && (
                    <Button variant="quiet" size="small" disabled={linking} onClick={() => link([one.id])}>
                      Make a link<span className="sr-only">{`, ${title} to ${one.recipient}`}</span>
                    </Button>
                  )}
                  <Button variant="quiet" size="small" onClick={() => strike(one)}>
                    Strike out<span className="sr-only">{`, ${title} to ${one.recipient}`}</span>
                  </Button>
                </div>
              </May>
            )}
          </li>
        ))}
        {served.length === 0 && missing.length === 0 && <li className="text-ink-3">Not given to anyone</li>}
      </ul>
      {struck && <StrikeDialog key={openings} served={struck} open={open} onOpenChange={setOpen} />}
    </>
  );
}

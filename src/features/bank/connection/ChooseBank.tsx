/** The first two steps: the choice of a bank, and the details of the consent. */
import { Link } from '@tanstack/react-router';
import Calendar from 'lucide-react/icons/calendar';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import Lock from 'lucide-react/icons/lock';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useState } from 'react';
import { addDays, formatDay } from '../../../shared/dates.ts';
import { foldLetters } from '../../../shared/fold.ts';
import { counted } from '../../../shared/text.ts';
import { useRetry } from '../../../web/http/retry.client.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { Mark } from '../../../web/ui/brand/Mark.tsx';
import { Avatar } from '../../../web/ui/display/Avatar.tsx';
import { Button, Icon } from '../../../web/ui/display/Button.tsx';
import { ONE_LINE } from '../../../web/ui/display/cx.ts';
import { Loading, Skeleton } from '../../../web/ui/display/Loading.tsx';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';
import { useInstitutions } from './connection.client.ts';
import type { Institution } from './connection.ts';

export function ChooseBank({ onChoose }: { onChoose: (bank: Institution) => void }) {
  const list = useInstitutions();
  const { error, busy, retry } = useRetry(list);
  const [q, setQ] = useState('');
  const banks = list.data ?? [];
  const found = banks.filter(({ name }) => holds(name, q));
  return (
    <>
      <DialogBody className="flex flex-col p-0! max-md:p-0!">
        <search onKeyDown={moveFocus} className="contents">
          <span className="relative mx-6 mt-4 mb-3 block flex-none max-md:mx-4">
            <Icon of={Search} className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-3" />
            <input
              type="search"
              aria-label="Search banks"
              autoComplete="off"
              placeholder={banks.length > 0 ? `Search ${counted(banks.length, 'UK bank')}` : 'Search banks'}
              className={`${ONE_LINE} pl-9`}
              value={q}
              onChange={({ target }) => setQ(target.value)}
            />
          </span>
          {error && (
            <div role="alert" className="flex flex-col items-start gap-3 border-t border-line px-6 py-5 max-md:px-4">
              <p>{error.message}</p>
              <Button size="small" busy={busy ? 'Retrying...' : undefined} onClick={retry}>
                Retry
              </Button>
            </div>
          )}
          {!list.data && !error && (
            <Loading label="Loading banks..." className="flex flex-col gap-3 border-t border-line px-6 py-4">
              {[1, 2, 3, 4, 5].map((row) => (
                <Skeleton key={row} className="h-8 w-full" />
              ))}
            </Loading>
          )}
          {list.data && (
            <>
              <p role="status" className="sr-only">
                {counted(found.length, 'bank')} found
              </p>
              <ul aria-label="Banks" className="h-[264px] overflow-y-auto border-t border-line max-md:h-auto">
                {found.map((bank) => (
                  <li key={bank.id} className="border-line not-first:border-t">
                    <button
                      type="button"
                      className="flex min-h-11 w-full cursor-pointer items-center gap-3 px-6 py-[6px] text-left hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2! max-md:px-4"
                      onClick={() => onChoose(bank)}
                    >
                      <Avatar name={nameForInitials(bank.name)} square />
                      <span className="min-w-0 flex-1 wrap-anywhere">{bank.name}</span>
                      <Icon of={ChevronRight} className="text-ink-3" />
                    </button>
                  </li>
                ))}
                {found.length === 0 && (
                  <li className="px-6 py-4 text-ink-2 max-md:px-4">No banks match ‘{q.trim()}’.</li>
                )}
              </ul>
            </>
          )}
        </search>
      </DialogBody>
      <div className="flex-none border-t border-line px-6 py-3 text-s max-md:px-4">
        <Link to="/dashboard/finance/import" className="inline-flex min-h-8 items-center max-md:min-h-11">
          Import a statement instead
        </Link>
      </div>
    </>
  );
}

/** Omits text in brackets, such as '(sandbox)'. */
const nameForInitials = (name: string) => name.replace(/\(.*?\)/g, '').trim() || name;

const plain = (text: string) => foldLetters(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
/** Ignores case, accents, spaces and punctuation: 'nat west' finds NatWest. */
function holds(name: string, q: string): boolean {
  return plain(name).includes(plain(q));
}

/** Arrow keys move the focus between the field and the banks. Enter in the field chooses the first bank. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  const banks = [...currentTarget.querySelectorAll<HTMLElement>('li button')];
  const field = currentTarget.querySelector<HTMLElement>('input');
  const at = banks.indexOf(target as HTMLElement);
  if (key === 'Enter' && target === field) banks[0]?.click();
  else if (key === 'ArrowDown') banks[Math.min(at + 1, banks.length - 1)]?.focus();
  else if (key === 'ArrowUp') (banks[at - 1] ?? field)?.focus();
  else return;
  event.preventDefault();
}

type LeavingProps = { bank: Institution; busy: boolean; onBack: () => void; onContinue: () => void };

export function Leaving({ bank, busy, onBack, onContinue }: LeavingProps) {
  const { name, agreeAgainDays } = bank;
  const by = formatDay(addDays(useToday(), agreeAgainDays));
  const points = [
    [Eye, 'Tenure can read your accounts and transactions. It can never move money.'],
    [Lock, 'Tenure does not see your password.'],
    [Calendar, `${name} asks you to renew access within ${agreeAgainDays} days, by ${by}.`],
  ] as const;
  return (
    <>
      <DialogBody className="min-h-[300px]">
        <div aria-hidden="true" className="flex items-center justify-center pt-3 pb-6">
          <span className="grid size-12 place-items-center rounded-card border border-line">
            <Mark className="size-7" />
          </span>
          <span className="w-18 border-t border-dashed border-edge" />
          <Avatar name={nameForInitials(name)} size="large" square />
        </div>
        <p>You sign in at {name} and choose which accounts Tenure may see.</p>
        <ul className="mt-4 grid gap-2 text-s text-ink-2">
          {points.map(([icon, words]) => (
            <li key={words} className="flex gap-[10px]">
              <Icon of={icon} className="mt-[2px] flex-none text-ink-3" />
              <span>{words}</span>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onBack}>Back</Button>
        <Button variant="primary" icon={ExternalLink} busy={busy ? 'Connecting...' : undefined} onClick={onContinue}>
          Continue to {name}
        </Button>
      </DialogFoot>
    </>
  );
}

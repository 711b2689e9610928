/** A bank row with the rent that it may be, and what can be answered. */
import Check from 'lucide-react/icons/check';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { NOT_FOR_LETS } from '../bank-row/entry.ts';
import { CATEGORY_LABELS } from '../transaction/labels.ts';
import type { RentMatch } from './matches.ts';

type Proposal = RentMatch['proposals'][number];

type RowProps = {
  item: RentMatch;
  first: boolean;
  chosen: number;
  busy: boolean;
  onChoose: (place: number) => void;
  onAccept: (proposal: Proposal) => void;
  onDismiss: (proposal: Proposal) => void;
  onNotForLets: () => void;
};

export function ProposalRow({
  item: { row, proposals },
  first,
  chosen,
  busy,
  onChoose,
  onAccept,
  onDismiss,
  onNotForLets,
}: RowProps) {
  const proposal = proposals[chosen] ?? proposals[0];
  if (!proposal) return null;
  const names = proposal.parts.map((part) => part.names).join(', ');
  return (
    <li
      data-row
      tabIndex={first ? 0 : -1}
      className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-4 px-5 py-3 not-first:border-t not-first:border-line max-lg:grid-cols-1 max-lg:gap-2 max-md:px-4"
    >
      <div className="min-w-0">
        <p className="flex justify-between gap-3">
          <bdi className="wrap-anywhere">{row.text}</bdi>
          <b className="figures text-green">+{formatPence(row.amount)}</b>
        </p>
        <p className="text-s text-ink-2">{[formatDay(row.date), row.account].filter(Boolean).join(' · ')}</p>
      </div>
      <div className="min-w-0">
        {proposals.length > 1 ? (
          <Select
            aria-label={`Whose rent is ${row.text}, ${formatPence(row.amount)}`}
            options={proposals.map((one, place) => ({ value: String(place), label: titleOf(one) }))}
            value={String(chosen)}
            onChange={({ target }) => onChoose(Number(target.value))}
          />
        ) : (
          <p className="wrap-anywhere">
            <b>
              <bdi>{titleOf(proposal)}</bdi>
            </b>
          </p>
        )}
        <Parts proposal={proposal} />
        <p className="text-s text-ink-2">{proposal.reasons.join(' · ')}</p>
      </div>
      <span className="flex flex-none flex-wrap gap-1 lg:justify-end">
        <Button size="small" icon={Check} disabled={busy} onClick={() => onAccept(proposal)}>
          {proposal.kind === 'same-payment' ? 'Same payment' : 'Accept'}
          <span className="sr-only">
            , {row.text}, {names}
          </span>
        </Button>
        <Button variant="quiet" size="small" disabled={busy} onClick={() => onDismiss(proposal)}>
          Not theirs
          <span className="sr-only">
            , {row.text}, {names}
          </span>
        </Button>
        <Button variant="quiet" size="small" disabled={busy} onClick={onNotForLets}>
          {CATEGORY_LABELS[NOT_FOR_LETS]}
          <span className="sr-only">, {row.text}</span>
        </Button>
      </span>
    </li>
  );
}

/** 'Rent, J Patel, 2 Mill Lane'; 'Rent of 3 tenancies'. */
function titleOf({ parts: [first, ...more] }: Proposal): string {
  if (more.length > 0) return `Rent of ${more.length + 1} tenancies`;
  return ['Rent', first?.names, first?.propertyName].filter(Boolean).join(', ');
}

/** What the row becomes, where that is more than one thing. */
function Parts({ proposal: { parts } }: { proposal: Proposal }) {
  if (parts.length === 1 && parts[0]?.fee === 0) return null;
  return (
    <ul className="my-1 border-l-2 border-line pl-3 text-s">
      {parts.map(({ tenancyId, names, amount, fee }) => (
        <li key={tenancyId} className="flex flex-wrap justify-between gap-x-4">
          <bdi>Rent, {names}</bdi>
          <span className="figures">
            {formatPence(amount)}
            {fee > 0 && <span className="text-ink-2"> less a fee of {formatPence(fee)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

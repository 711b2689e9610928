import Check from 'lucide-react/icons/check';
import { lazy, Suspense } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { May } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Key } from '../../web/ui/display/Key.tsx';
import { PERSONAL_LABEL } from '../transaction/labels.ts';
import type { Payer } from '../transaction/PayerPicker.tsx';
import type { Answer } from './answers.ts';
import { Amount, Bank, Frame, ProposalDetails } from './BankRowParts.tsx';
import type { BankRow, Choice } from './bank-rows.ts';

const TenancyChoice = lazy(async () => ({ default: (await import('./TenancyChoice.tsx')).TenancyChoice }));

type Props = {
  row: BankRow;
  current: boolean;
  busy: boolean;
  /** Index of the choice. For a line that was not imported, the index after the last choice means a new transaction. */
  chosen: number | undefined;
  /** Whether the tenancy picker of a row without proposals is open. */
  picking: boolean;
  onCurrent: () => void;
  onChoose: (index: number) => void;
  onAnswer: (answer: Answer) => void;
  onPayer: (payer: Payer) => void;
};

type Action = { answer: Answer; label: string; key?: 'A' | 'I' | 'N'; off?: boolean };

function actionsOf({ section, version, why }: BankRow, choice: Choice | undefined, picking: boolean): Action[] {
  const personal: Action = { answer: 'personal', label: PERSONAL_LABEL, key: 'N' };
  if (section === 'other')
    return [
      ...(picking ? [] : [{ answer: 'accept', label: 'Choose tenancy', key: 'A' } as const]),
      ...(why ? [{ answer: 'transfer', label: 'Mark as transfer' } as const] : []),
      personal,
    ];
  if (version === null) return [{ answer: 'accept', label: 'Accept', key: 'A', off: !choice }];
  const same = choice?.as === 'same';
  return [
    { answer: 'accept', label: same ? 'Same payment' : 'Accept', key: 'A' },
    { answer: 'refuse', label: same ? 'Keep both' : 'Not theirs', key: 'I' },
    ...(section === 'same' ? [] : [personal]),
  ];
}

export function BankRowItem({ row, current, busy, chosen, picking, onCurrent, onChoose, onAnswer, onPayer }: Props) {
  const { text, section, version } = row;
  const options = version === null ? [...row.choices, NEW] : row.choices;
  const choice = options[chosen ?? -1];
  const spoken = <span className="sr-only">, {[text, choice?.title].filter(Boolean).join(', ')}</span>;
  return (
    <Frame current={current} onCurrent={onCurrent}>
      <Bank {...row} />
      <div className="min-w-0 wrap-anywhere max-lg:pl-26 max-md:pl-0">
        {options.length === 0 && picking && (
          <Suspense>
            <TenancyChoice text={text} busy={busy} onChosen={onPayer} />
          </Suspense>
        )}
        {options.length === 0 && !picking && (
          <p className="text-ink-2">{row.why ?? 'We could not match this payment to a tenancy.'}</p>
        )}
        {options.length === 1 && version !== null && choice && <ProposalDetails choice={choice} bold />}
        {(options.length > 1 || version === null) && (
          <Choices row={row} options={options} chosen={chosen} current={current} onChoose={onChoose} />
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-1 lg:w-[276px] max-md:*:flex-1">
        {actionsOf(row, choice, picking).map(({ answer, label, key, off = false }, index) => (
          <Button
            key={answer}
            size="small"
            variant={index > 0 && answer !== 'transfer' ? 'quiet' : 'secondary'}
            icon={index === 0 && section !== 'other' ? Check : undefined}
            disabled={busy || off}
            aria-keyshortcuts={key}
            onClick={() => onAnswer(answer)}
          >
            {label}
            {spoken}
            {current && index === 0 && key && <Key>{key}</Key>}
          </Button>
        ))}
        {row.tenant && (
          <May need="people.change">
            <LinkButton to="/dashboard/tenants/add" state={{ tenant: row.tenant }} size="small" variant="quiet">
              Add this payer as a tenant{spoken}
            </LinkButton>
          </May>
        )}
      </div>
    </Frame>
  );
}

const NEW: Choice = {
  as: 'same',
  transactionId: null,
  title: 'A new transaction',
  place: null,
  reasons: ['not one of the above'],
  parts: [],
};

type ChoicesProps = Pick<Props, 'row' | 'chosen' | 'current' | 'onChoose'> & { options: readonly Choice[] };

function Choices({ row: { id, text, amount }, options, chosen, current, onChoose }: ChoicesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">
        What is {text}, {formatPence(Math.abs(amount))}?
      </legend>
      {options.map((option, index) => (
        <label
          key={option.transactionId ?? option.parts.map(({ tenancyId }) => tenancyId).join()}
          className="grid cursor-pointer grid-cols-[24px_minmax(0,1fr)_auto] items-start gap-x-[10px] py-2 not-first-of-type:border-t not-first-of-type:border-line first-of-type:pt-0"
        >
          <input
            type="radio"
            className="tick"
            name={id}
            aria-keyshortcuts={option === NEW ? 'I' : undefined}
            checked={chosen === index}
            onChange={() => onChoose(index)}
          />
          <span className="min-w-0">
            <ProposalDetails choice={option} bold={chosen === index} />
          </span>
          {current && index < 9 && <Key>{String(index + 1)}</Key>}
        </label>
      ))}
    </fieldset>
  );
}

export function LeftOutRow({ row, busy, onAct }: { row: BankRow; busy: boolean; onAct: () => void }) {
  const { date, text, why, amount, undo } = row;
  return (
    <li className="flex min-h-11 items-center gap-3 py-2 pr-4 pl-5 not-first:border-t not-first:border-line max-md:flex-wrap max-md:gap-y-0 max-md:px-4">
      <span className="figures w-[92px] flex-none text-ink-2 max-md:w-auto max-md:flex-1 max-md:text-s">
        {formatDay(date)}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere max-md:-order-1 max-md:basis-3/5">
        <bdi>{text}</bdi>
        <span className="ml-2 text-s text-ink-2 max-md:ml-0 max-md:block">{why}</span>
      </span>
      <Amount amount={amount} className="max-md:-order-1" />
      <Button size="small" variant="quiet" disabled={busy} className="w-32 flex-none max-md:w-auto" onClick={onAct}>
        {undo ? 'Suggest again' : 'Import anyway'}
        <span className="sr-only">, {text}</span>
      </Button>
    </li>
  );
}

/** A transaction with actions, which are below it on a phone. */
import type { ReactNode } from 'react';
import { amountLine } from '../transaction/labels.ts';
import type { Transaction } from '../transaction/transaction.ts';

type Props = { row: Pick<Transaction, 'type' | 'amount'>; line: string; name: ReactNode; children: ReactNode };

export function ActionRow({ row, line, name, children }: Props) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 max-md:px-4">
      <div className="min-w-0 flex-1 basis-40">
        <div className="font-bold wrap-anywhere">{name}</div>
        <div className="text-s text-ink-2">{line}</div>
      </div>
      <span className="figures whitespace-nowrap">{amountLine(row)}</span>
      <div className="relative z-1 flex flex-wrap gap-2 empty:hidden max-md:w-full">{children}</div>
    </li>
  );
}

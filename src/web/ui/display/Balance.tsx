import { formatPence } from '../../../shared/money.ts';

export function Balance({ pence }: { pence: number }) {
  if (pence === 0) return <span className="text-s text-ink-2">Paid up</span>;
  return (
    <span className={`figures text-s ${pence > 0 ? 'font-bold text-red' : 'text-green'}`}>
      {formatPence(Math.abs(pence))} {pence > 0 ? 'owed' : 'in credit'}
    </span>
  );
}

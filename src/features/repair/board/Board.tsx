import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRetry } from '../../../web/http/retry.client.ts';
import { useLandlord, useMay } from '../../../web/http/session.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { ErrorState } from '../../../web/ui/display/Card.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { Loading, Skeleton } from '../../../web/ui/display/Loading.tsx';
import { RepairDialog } from '../dialogs/RepairDialog.tsx';
import { BOARD_STATES, STATE_LABELS, type State, TEXTS } from '../listed.ts';
import { PATHS } from '../repair.client.ts';
import type { Board as BoardData, Repair } from '../repair.ts';
import { boardMove } from '../rules/words.ts';
import { useBoardKeys } from './keys.client.ts';
import { RepairCard } from './RepairCard.tsx';

const COLUMNS =
  'grid grid-cols-6 items-start gap-3 md:max-xl:grid-cols-[repeat(6,210px)] md:max-xl:overflow-x-auto md:max-xl:pb-2 max-md:grid-cols-1';

type Props = {
  board: UseQueryResult<BoardData>;
  empty: ReactNode;
  /** Opens the list of a state with more repairs than its column shows. */
  onAll: (state: State) => void;
};

export function Board({ board: query, empty, onAll }: Props) {
  const { data, isPlaceholderData } = query;
  const { error, busy, retry } = useRetry(query);
  if (!data)
    return error ? (
      <ErrorState title={TEXTS.listFailed} reason={error.message} busy={busy} onRetry={retry} />
    ) : (
      <Loading label={TEXTS.loadingList} className={COLUMNS}>
        {BOARD_STATES.map((state) => (
          <Skeleton key={state} className="h-64 w-full max-md:h-24" />
        ))}
      </Loading>
    );
  if (data.counts.open === 0) return empty;
  return <Columns data={data} stale={isPlaceholderData} onAll={onAll} />;
}

type ColumnsProps = { data: BoardData; stale: boolean; onAll: Props['onAll'] };

function Columns({ data: { columns }, stale, onAll }: ColumnsProps) {
  const { now } = useLandlord();
  const mayChange = useMay(PATHS.change);
  const navigate = useNavigate();
  const board = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<{ repair: Repair; kind: 'book' | 'done' }>();
  const [open, setOpen] = useState(false);
  /** The id of the moved repair, whose card gets the focus back in its new column. */
  const moved = useRef<string>(undefined);
  const all = columns.flatMap(({ items }) => items);
  const press = (repair: Repair, accept: () => void) => {
    const to = boardMove(repair, now)?.to;
    moved.current = repair.id;
    if (to === 'accepted') return accept();
    setDialog({ repair, kind: to === 'done' ? 'done' : 'book' });
    setOpen(true);
  };
  useBoardKeys({
    board,
    onAdd: () => mayChange && void navigate({ to: PATHS.add }),
    onMove: (id, key) => {
      const repair = all.find((one) => one.id === id);
      if (!mayChange || !repair || boardMove(repair, now)?.key !== key) return false;
      board.current?.querySelector<HTMLElement>(`[data-move="${id}"]`)?.click();
      return true;
    },
  });
  useEffect(() => {
    if (!moved.current || document.activeElement !== document.body) return;
    board.current?.querySelector<HTMLElement>(`[data-repair="${moved.current}"]`)?.focus();
  });
  return (
    <>
      <div ref={board} aria-busy={stale} className={cx(COLUMNS, stale && 'opacity-60')}>
        {columns.map(({ state, total, items }) => (
          <section
            key={state}
            aria-labelledby={`column-${state}`}
            className={cx(
              'min-w-0 rounded-card bg-sunken p-2 md:min-h-96 max-md:bg-transparent max-md:p-0',
              total === 0 && 'max-md:hidden',
            )}
          >
            <h2 id={`column-${state}`} className="px-2 pt-1 pb-2 text-m tracking-normal max-md:px-0">
              {STATE_LABELS[state]} <span className="font-normal text-ink-2">{total.toLocaleString('en-GB')}</span>
            </h2>
            <ul className="flex flex-col gap-2">
              {items.map((repair) => (
                <RepairCard key={repair.id} repair={repair} onMove={(accept) => press(repair, accept)} />
              ))}
            </ul>
            {total > items.length && (
              <Button variant="quiet" size="small" className="mt-2" onClick={() => onAll(state)}>
                Show all {total.toLocaleString('en-GB')}
              </Button>
            )}
          </section>
        ))}
      </div>
      <Keys />
      {dialog && (
        <RepairDialog
          key={dialog.repair.id}
          repair={dialog.repair}
          kind={dialog.kind}
          open={open}
          onOpenChange={setOpen}
        />
      )}
    </>
  );
}

const KEYS = [
  [['N'], 'new'],
  [['J', 'K'], 'choose'],
  [['A'], 'accept'],
  [['B'], 'book'],
  [['D'], 'done'],
] as const;

function Keys() {
  const { keyShortcuts } = useLandlord();
  const mayChange = useMay(PATHS.change);
  if (!keyShortcuts || !mayChange) return null;
  return (
    <p className="mt-4 flex flex-wrap gap-x-3 text-s text-ink-2 max-md:hidden">
      {KEYS.map(([keys, name]) => (
        <span key={name} className="inline-flex items-center gap-1">
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {name}
        </span>
      ))}
    </p>
  );
}

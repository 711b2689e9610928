/** Deadlines by group, which can be selected and marked together. */
import { type ReactNode, useMemo, useState } from 'react';
import { May } from '../../web/http/session.client.ts';
import { SelectionBar } from '../../web/records/list/SelectionBar.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import type { Act } from './DeadlineDialogs.tsx';
import { DeadlineRow } from './DeadlineRow.tsx';
import type { Deadline, DeadlineCounts, MarkKind } from './deadline.ts';
import { GROUP_LABELS, GROUPS, type Group } from './listed.ts';

const MarkSeveralDialog = lazyDialog(async () => (await import('./mark/MarkSeveralDialog.tsx')).MarkSeveralDialog);

type Props = {
  deadlines: readonly Deadline[];
  counts: DeadlineCounts['groups'];
  onAct: Act;
  /** Shown between the groups and the bar of the selection. */
  after: ReactNode;
};

export function DeadlineSections({ deadlines, counts, onAct, after }: Props) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  // A row that someone else has marked is no longer selected.
  const selected = useMemo(() => deadlines.filter((one) => ids.has(one.id) && isSelectable(one)), [deadlines, ids]);
  const select = (changed: readonly string[], on: boolean) =>
    setIds((now) => new Set(on ? [...now, ...changed] : [...now].filter((id) => !changed.includes(id))));
  return (
    <div className="flex flex-col gap-5">
      {GROUPS.map((group) => [group, deadlines.filter((one) => one.group === group)] as const).map(
        ([group, rows]) =>
          rows.length > 0 && (
            <Section
              key={group}
              group={group}
              rows={rows}
              count={counts[group]}
              ids={ids}
              onSelect={select}
              onAct={onAct}
            />
          ),
      )}
      {after}
      {selected.length > 0 && <MarkBar deadlines={selected} onClear={() => setIds(new Set())} />}
    </div>
  );
}

const isSelectable = ({ day, group }: Deadline) => day !== null && group !== 'aside';

type SectionProps = {
  group: Group;
  rows: readonly Deadline[];
  count: number;
  ids: ReadonlySet<string>;
  onSelect: (ids: readonly string[], on: boolean) => void;
  onAct: Act;
};

function Section({ group, rows, count, ids, onSelect, onAct }: SectionProps) {
  const headingId = `group-${group}`;
  const selectable = rows.filter(isSelectable).map(({ id }) => id);
  const all = selectable.every((id) => ids.has(id));
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={headingId} className="text-m tracking-normal">
          {GROUP_LABELS[group]} <span className="font-normal text-ink-2">{count.toLocaleString('en-GB')}</span>
        </h2>
        {selectable.length > 1 && (
          <May need="properties.change">
            <Button variant="quiet" size="small" onClick={() => onSelect(selectable, !all)}>
              {all ? 'Clear selection' : `Select ${selectable.length.toLocaleString('en-GB')}`}
              <span className="sr-only">: {GROUP_LABELS[group]}</span>
            </Button>
          </May>
        )}
      </div>
      <Card>
        <ul>
          {rows.map((one) => (
            <DeadlineRow
              key={one.id}
              deadline={one}
              onAct={onAct}
              {...(isSelectable(one) && {
                selection: { selected: ids.has(one.id), onSelect: (id, on) => onSelect([id], on) },
              })}
            />
          ))}
        </ul>
      </Card>
    </section>
  );
}

const ACTIONS = { done: 'Done', snoozed: 'Snooze', not_needed: 'Not needed' } as const satisfies Record<
  MarkKind,
  string
>;

function MarkBar({ deadlines, onClear }: { deadlines: readonly Deadline[]; onClear: () => void }) {
  const [kind, setKind] = useState<MarkKind>('done');
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  return (
    <SelectionBar label="Selected deadlines" count={deadlines.length} onClear={onClear}>
      <div className="flex gap-2 max-md:basis-full max-md:*:flex-1">
        {(['done', 'snoozed', 'not_needed'] as const).map((action) => (
          <Button
            key={action}
            onClick={() => {
              setKind(action);
              setOpen(true);
            }}
          >
            {ACTIONS[action]}
          </Button>
        ))}
      </div>
      <MarkSeveralDialog
        key={`${kind} ${openings}`}
        deadlines={deadlines}
        kind={kind}
        open={open}
        onOpenChange={setOpen}
        onDone={onClear}
      />
    </SelectionBar>
  );
}

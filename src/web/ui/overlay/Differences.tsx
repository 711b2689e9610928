/** Two versions of one record side by side, when someone else saved it first, and the choice between them. */
import { useRef } from 'react';
import { Button } from '../display/Button.tsx';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../table/Table.tsx';
import { Dialog, DialogBody, DialogFoot } from './Dialog.tsx';

/** One field in which the two differ, as the screen shows them. */
export type Difference = { label: string; yours: string; theirs: string };

type Props = {
  /** What differs; undefined while there is nothing to decide. */
  differences: readonly Difference[] | undefined;
  /** What the record is called in a sentence: 'property'. */
  thing: string;
  /** Back to the form: nothing is decided and nothing typed is lost. */
  onClose: () => void;
  /** Save what was typed on top of the other version. */
  onKeepMine: () => void;
  /** Put the other version into the form. */
  onTakeTheirs: () => void;
};

/** What differs may be longer than the window: reading begins at its top, and keys scroll it. */
const REACHED_BY_KEYS = { role: 'group', 'aria-label': 'What differs', tabIndex: 0 } as const;

export function DifferencesDialog({ differences, thing, onClose, onKeepMine, onTakeTheirs }: Props) {
  const top = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open={differences !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`This ${thing} was changed meanwhile`}
      description="Somebody else, or you in another tab, saved it while you were editing. Nothing has been overwritten."
      initialFocus={top}
    >
      <DialogBody className="flex flex-col gap-3">
        <div ref={top} {...REACHED_BY_KEYS} className="scroll-mt-40">
          <Differences rows={differences ?? []} />
        </div>
        <p className="text-s text-ink-2">
          Keep mine saves your version over theirs. Take theirs puts their version into the form instead of what you
          typed.
        </p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onTakeTheirs}>Take theirs</Button>
        <Button variant="primary" onClick={onKeepMine}>
          Keep mine
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function Differences({ rows }: { rows: readonly Difference[] }) {
  return (
    <Table caption="What differs" className="md:[&>table]:table-fixed">
      <TableHead>
        <HeadCell className="w-[30%]">Field</HeadCell>
        <HeadCell>Yours</HeadCell>
        <HeadCell>Theirs</HeadCell>
      </TableHead>
      <TableBody>
        {rows.map(({ label, yours, theirs }) => (
          <TableRow key={label} className="align-top">
            <Cell narrow="title" className="font-bold md:py-[10px]">
              {label}
            </Cell>
            <Cell label="Yours:" className="md:py-[10px]">
              <Text of={yours} />
            </Cell>
            <Cell label="Theirs:" className="md:py-[10px]">
              <Text of={theirs} />
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Text({ of }: { of: string }) {
  if (of === '') return <span className="text-ink-3">Empty</span>;
  return <bdi className="wrap-anywhere whitespace-pre-line">{of}</bdi>;
}

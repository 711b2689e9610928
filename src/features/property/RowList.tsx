/** The rows of a part of the property form: what there is, what was taken away and can be brought back, and a button for more. */
import Plus from 'lucide-react/icons/plus';
import Undo from 'lucide-react/icons/undo-2';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { EmptyState } from '../../web/ui/display/EmptyState.tsx';

type Props = {
  title: string;
  /** 'Add Certificate'. */
  add: string;
  onAdd: () => void;
  addButton: RefObject<HTMLButtonElement | null>;
  empty: { title: string; words: string };
  /** One `RowDisclosure` for each row, and for each one taken away a `RowTaken`. */
  children: readonly ReactNode[];
};

export function RowList({ title, add, onAdd, addButton, empty, children }: Props) {
  const button = (
    <Button ref={addButton} icon={Plus} onClick={onAdd}>
      {add}
    </Button>
  );
  if (children.length === 0) return <EmptyState title={empty.title} words={empty.words} action={button} />;
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2>{title}</h2>
        {button}
      </div>
      <Card className="overflow-clip">
        <ul aria-label={title} className="*:not-first:border-t *:not-first:border-line">
          {children}
        </ul>
      </Card>
    </>
  );
}

type TakenProps = {
  name: string;
  /** Whether it exists on the server, so that it goes only with the next save. */
  saved: boolean;
  /** What else that means: 'Gas Safety then has no expiry date.' */
  also?: string | undefined;
  fresh: boolean;
  onUndo: () => void;
};

export function RowTaken({ name, saved, also, fresh, onUndo }: TakenProps) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (fresh) undo.current?.focus(); // the row that had the focus is gone
  }, [fresh]);
  return (
    <li className="flex min-h-[52px] flex-wrap items-center gap-x-3 gap-y-1 bg-sunken px-5 py-2 max-md:px-4">
      <span className="flex min-w-0 flex-1 basis-60 flex-col">
        <s className="wrap-anywhere text-ink-2">{name}</s>
        <span className="text-s text-ink-2">
          {saved ? 'Will be removed when you save.' : 'Removed.'}
          {also && ` ${also}`}
        </span>
      </span>
      <Button ref={undo} size="small" icon={Undo} aria-label={`Undo removing ${name}`} onClick={onUndo}>
        Undo
      </Button>
    </li>
  );
}

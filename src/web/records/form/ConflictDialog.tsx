import { useRef } from 'react';
import type { ChangedBy } from '../../../shared/app-error.ts';
import { conflictText } from '../../../shared/records/record-texts.ts';
import { Button } from '../../ui/display/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../ui/overlay/DialogBody.tsx';

type Props = {
  thing: string;
  by: ChangedBy | undefined;
  open: boolean;
  question: { label: string; yours: string; theirs: string } | undefined;
  place: string;
  onClose: () => void;
  onAnswer: (takeTheirs: boolean) => void;
};

export function ConflictDialog({ thing, by, open, question, place, onClose, onAnswer }: Props) {
  const top = useRef<HTMLDivElement>(null);
  const { label = '', yours = '', theirs = '' } = question ?? {};
  // Focusable, so that reading starts at the top, and keys scroll content that is taller than the window.
  const focusable = { role: 'group', tabIndex: 0, 'aria-label': label, 'aria-live': 'polite' } as const;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={conflictText(thing, by)}
      description="The same field was changed twice. Choose which value to keep. Other changes are safe."
      initialFocus={top}
    >
      <DialogBody>
        <div ref={top} {...focusable} className="flex scroll-mt-40 flex-col gap-3">
          <div className="flex items-baseline justify-between gap-4">
            <h3 className="wrap-anywhere">{label}</h3>
            {place && <span className="flex-none text-s text-ink-2">{place}</span>}
          </div>
          <dl className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
            <Version name="Yours" text={yours} />
            <Version name="Saved" text={theirs} />
          </dl>
        </div>
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => onAnswer(true)}>Use saved</Button>
        <Button variant="primary" onClick={() => onAnswer(false)}>
          Keep mine
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function Version({ name, text }: { name: string; text: string }) {
  return (
    <div className="min-w-0 rounded-control border border-line p-3">
      <dt className="text-s text-ink-2">{name}</dt>
      <dd>
        {text === '' ? (
          <span className="text-ink-3">Empty</span>
        ) : (
          <bdi className="wrap-anywhere whitespace-pre-line">{text}</bdi>
        )}
      </dd>
    </div>
  );
}

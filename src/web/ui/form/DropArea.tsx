import Upload from 'lucide-react/icons/upload';
import { type ReactNode, useRef } from 'react';
import { Icon } from '../display/Button.tsx';
import { cx } from '../display/cx.ts';
import { TAKES_FILES, useAddedFiles } from './added-files.client.ts';
import { FileChooser } from './FileChooser.tsx';

type Props = {
  label: string;
  /** Hidden on touch screens, which have no drag and drop. */
  title: string;
  accept: string;
  busy: boolean;
  /** Whether the area shows the spinner while busy, instead of its button. */
  spins?: boolean;
  onFile: (file: File) => void;
  /** The accepted files, and a button that calls `choose`. */
  children: (choose: () => void) => ReactNode;
};

export function DropArea({ label, title, accept, busy, spins = false, onFile, children }: Props) {
  const area = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const onFiles = ([file]: File[]) => file && onFile(file);
  const { over, handlers } = useAddedFiles({ area, off: busy, onFiles });
  return (
    <fieldset
      {...TAKES_FILES}
      {...handlers}
      ref={area}
      aria-label={label}
      className={cx(
        'relative flex flex-col items-center gap-1 rounded-card border border-dashed px-5 py-8 text-center',
        over ? 'border-focus bg-primary-soft outline-2 outline-focus' : 'border-edge bg-surface',
      )}
    >
      <span className="mb-2 grid size-12 place-items-center rounded-pill bg-sunken text-ink-2">
        {spins && busy ? <span className="spin" aria-hidden="true" /> : <Icon of={Upload} />}
      </span>
      <p className="font-bold pointer-coarse:hidden">{title}</p>
      {children(() => input.current?.click())}
      <FileChooser ref={input} accept={accept} onFiles={onFiles} />
    </fieldset>
  );
}

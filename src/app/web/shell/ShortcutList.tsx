import { LetterShortcuts } from '../../../features/profile/settings/LetterShortcuts.tsx';
import type { Command } from '../../../web/records/noun-parts.client.ts';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody } from '../../../web/ui/overlay/DialogBody.tsx';
import { useCommands } from './shortcuts.client.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void; modifier: string };

export function ShortcutList({ modifier, ...opened }: Props) {
  const { add, go } = useCommands();
  return (
    <Dialog {...opened} title="Keyboard shortcuts">
      <DialogBody className="flex flex-col gap-5">
        <Keys
          title="Everywhere"
          rows={[
            { name: 'Search', keys: [modifier, 'K'] },
            { name: 'This list', keys: ['?'] },
            { name: 'Close what is open', keys: ['Esc'] },
          ]}
        />
        <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
          {add.length > 0 && <Keys title="Add" rows={add.map(sequentialKeys)} />}
          <Keys title="Go to" rows={go.map(sequentialKeys)} />
        </div>
        <LetterShortcuts />
      </DialogBody>
    </Dialog>
  );
}

const sequentialKeys = ({ name, keys }: Command) => ({ name, keys: [...keys.toUpperCase()] });

function Keys({ title, rows }: { title: string; rows: { name: string; keys: string[] }[] }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1">{title}</h3>
      <dl className="text-s">
        {rows.map(({ name, keys }) => (
          <div key={name} className="flex min-h-7 items-center justify-between gap-4">
            <dt className="text-ink-2">{name}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

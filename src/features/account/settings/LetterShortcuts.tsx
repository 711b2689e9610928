/** The switch of shortcuts by letters, in the settings and in the list of shortcuts; alone in its file, as neither is to wait for the other. */
import { Switch } from '../../../web/ui/form/Choices.tsx';
import { useChangeSettings, useSettings } from './settings.client.ts';

export function LetterShortcuts({ className }: { className?: string }) {
  const { keyShortcuts } = useSettings();
  const change = useChangeSettings();
  return (
    <Switch
      className={className}
      label="Shortcuts by letters alone"
      hint="They do nothing while you type. Switch them off if you speak to your browser, or press keys by accident."
      checked={keyShortcuts}
      onChange={({ target }) => change({ keyShortcuts: target.checked })}
    />
  );
}

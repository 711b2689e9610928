/** A separate file, since the settings and the list of shortcuts load separately. */
import { Switch } from '../../../web/ui/form/Choices.tsx';
import { useChangeSettings, useSettings } from './settings.client.ts';

export function LetterShortcuts({ className }: { className?: string }) {
  const { keyShortcuts } = useSettings();
  const change = useChangeSettings();
  return (
    <Switch
      className={className}
      label="Single-letter shortcuts"
      hint="Single letters are ignored while you type. Turn them off if you use voice control, or press keys by accident."
      checked={keyShortcuts}
      onChange={({ target }) => change({ keyShortcuts: target.checked })}
    />
  );
}

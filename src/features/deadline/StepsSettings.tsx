import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../web/http/session.client.ts';
import { Disclosure } from '../../web/ui/display/Disclosure.tsx';
import { SettingsSection } from '../../web/ui/display/SettingsSection.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { SegmentedControl } from '../../web/ui/table/SegmentedControl.tsx';
import { settingsQuery, useSaveSteps } from './deadline.client.ts';
import type { DeadlineSettings } from './deadline.ts';
import { KIND_LABELS, STEPS, WEEKLY } from './listed.ts';

const DELIVERIES = [
  { value: 'at_once', label: 'On the day' },
  { value: 'digest', label: 'On Mondays' },
] as const;

export function StepsSettings() {
  const { data } = useQuery(settingsQuery);
  if (!data) return null;
  return (
    <SettingsSection
      title="Deadlines"
      line="Choose when we email you about deadlines. Your choice applies to everyone in the account."
    >
      <div className="divide-y divide-line">
        {data.items.map((settings) => (
          <KindSteps key={settings.kind} settings={settings} />
        ))}
      </div>
    </SettingsSection>
  );
}

const stepWords = (step: number) =>
  step === WEEKLY ? 'Weekly once overdue' : step === 0 ? 'On the day' : `${step} days before`;

function KindSteps({ settings }: { settings: DeadlineSettings['items'][number] }) {
  const { kind, steps, delivery } = settings;
  const { mutate: save, isPending } = useSaveSteps();
  const disabled = !useMay('properties.change') || isPending;
  const label = KIND_LABELS[kind];
  return (
    <Disclosure title={label} line={steps.length === 0 ? 'No emails' : steps.map(stepWords).join(', ')}>
      <fieldset disabled={disabled} className="flex flex-col gap-3">
        <legend className="sr-only">Emails about {label}</legend>
        {[...STEPS, WEEKLY].map((step) => (
          <Checkbox
            key={step}
            label={stepWords(step)}
            checked={steps.includes(step)}
            onChange={({ currentTarget: { checked } }) =>
              save({ ...settings, steps: checked ? [...steps, step] : steps.filter((other) => other !== step) })
            }
          />
        ))}
        <SegmentedControl
          legend={`Delivery of ${label}`}
          options={DELIVERIES}
          value={delivery}
          onChange={(value) => save({ ...settings, delivery: value })}
          disabled={disabled}
        />
      </fieldset>
    </Disclosure>
  );
}

import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { typedCount } from '../../shared/schemas.ts';
import { useMay } from '../../web/http/session.client.ts';
import { SettingsFoot, SettingsSection } from '../../web/ui/display/SettingsSection.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../web/ui/form/Form.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { NumberInput } from '../../web/ui/form/Inputs.tsx';
import { URGENCY_LABELS } from './listed.ts';
import { PATHS, targetsQuery, useSaveTargets } from './repair.client.ts';
import { RepairTargets } from './repair.ts';

const URGENT = ['emergency', 'urgent', 'normal'] as const;
const typed = (of: (typeof URGENT)[number]) => typedCount('Enter a number of hours', RepairTargets.shape[of]);

const Targets = z.object({ emergency: typed('emergency'), urgent: typed('urgent'), normal: typed('normal') });

export function TargetsSettings() {
  const { data } = useQuery(targetsQuery);
  if (!data) return null;
  return (
    <SettingsSection
      title="Repairs"
      line="Your targets, in hours from the report. The law has no fixed number of days for private lets."
    >
      <TargetsForm key={URGENT.map((of) => data[of]).join()} targets={data} />
    </SettingsSection>
  );
}

function TargetsForm({ targets }: { targets: RepairTargets }) {
  const { mutateAsync: save } = useSaveTargets();
  const mayChange = useMay(PATHS.change);
  const { emergency, urgent, normal } = targets;
  const form = useZodForm({
    schema: Targets,
    start: { emergency: `${emergency}`, urgent: `${urgent}`, normal: `${normal}` },
    save,
  });
  return (
    <Form form={form} label="Your targets for repairs">
      <div className="grid grid-cols-3 items-start gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
        {URGENT.map((of) => (
          <FormField key={of} form={form} name={of} label={`${URGENCY_LABELS[of]} (hours)`}>
            <NumberInput {...(!mayChange && { disabled: true })} />
          </FormField>
        ))}
      </div>
      {mayChange && (
        <SettingsFoot>
          <SubmitButton form={form} busy="Saving..." variant="secondary">
            Save targets
          </SubmitButton>
        </SettingsFoot>
      )}
    </Form>
  );
}

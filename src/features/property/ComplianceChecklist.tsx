/** The fifth part of the property form: nine things to keep in order, each with its state as it stands in the form. */
import { useWatch } from 'react-hook-form';
import { Card } from '../../web/ui/display/Card.tsx';
import { Disclosure } from '../../web/ui/display/Disclosure.tsx';
import { ComplianceItemFields } from './ComplianceItemFields.tsx';
import { ComplianceStatus } from './ComplianceStatus.tsx';
import { COMPLIANCE_ITEMS, COMPLIANCE_LABELS, complianceState } from './compliance.ts';
import { summaryLine } from './compliance-words.ts';
import type { PropertyFormHandle, Today } from './form-handle.client.ts';
import { complianceSoFar } from './form-values.ts';

export function ComplianceChecklist({ form, today }: Today & { form: PropertyFormHandle }) {
  const { control } = form.rhf;
  const compliance = complianceSoFar(useWatch({ control, name: 'compliance' }));
  const certificates = useWatch({ control, name: 'certificates' }).map(({ complianceItem, expirationDate }) => ({
    complianceItem: complianceItem ?? null,
    expirationDate: expirationDate || null,
  }));
  const states = COMPLIANCE_ITEMS.map((item) => complianceState(item, { compliance, certificates, today }));
  return (
    <>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2>Compliance</h2>
        <span className="text-s text-ink-2">{summaryLine(states.map(({ state }) => state))}</span>
      </div>
      <Card className="overflow-clip">
        <ul aria-label="Compliance" className="*:not-first:border-t *:not-first:border-line">
          {COMPLIANCE_ITEMS.map((item, index) => (
            <li key={item}>
              <Disclosure
                title={COMPLIANCE_LABELS[item]}
                end={<ComplianceStatus item={item} stands={states[index] ?? { state: 'not_recorded' }} today={today} />}
                errors={form.wrong.filter(({ name }) => name.startsWith(`compliance.${item}.`)).length}
              >
                <ComplianceItemFields form={form} item={item} />
              </Disclosure>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

/** On a phone, the table shows one role. PostgreSQL enforces the rights (`app.role_may`). */
import { useState } from 'react';
import { ROLES, type Role } from '../../shared/rights.ts';
import { Card, DetailSection } from '../../web/ui/display/Card.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { Field } from '../../web/ui/form/Field.tsx';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { LIMITED_ROLES, ROLE_TEXTS } from './team.ts';

/** One letter for each of `ROLES`: c for change, s for see, - for no access. */
const RIGHTS = {
  'Properties, certificates': 'ccsss',
  'Tenants, tenancies': 'ccs--',
  'Tenants’ names and phones': 'ccss-',
  'Rent, arrears': 'ccc--',
  'Money, receipts': 'ccc-s',
  'Bank connections': 'ccc--',
  Suppliers: 'cccss',
  Repairs: 'ccsc-',
  Tax: 'csc-s',
  Reports: 'csc-s',
  'Plan, team, deletion': 'c----',
} as const;

const WORDS: Record<string, string> = { c: 'Change', s: 'See', '-': '–' };

const ROWS = [
  ...Object.entries(RIGHTS).map(([area, rights]) => ({
    area,
    cells: [...rights].map((right) => WORDS[right] ?? ''),
  })),
  {
    area: 'Can be limited to properties',
    cells: ROLES.map((role) => (LIMITED_ROLES.includes(role) ? 'Yes' : '–')),
  },
];

const OPTIONS = ROLES.map((value) => ({ value, label: ROLE_TEXTS[value].label }));

export function RoleRights() {
  const [shown, setShown] = useState<Role>('manager');
  const narrow = (role: Role) => role !== shown && 'max-md:hidden';
  return (
    <DetailSection id="role-rights" title="Permissions by role" className="mt-8">
      <Card>
        <div className="border-b border-line p-4 md:hidden">
          <Field label="Role">
            <Select
              value={shown}
              options={OPTIONS}
              onChange={({ target }) => setShown(ROLES.find((role) => role === target.value) ?? shown)}
            />
          </Field>
        </div>
        <table aria-labelledby="role-rights" className="w-full text-left">
          <thead>
            <tr className="*:h-10 *:border-b *:border-line *:px-3 *:text-s *:font-normal *:text-ink-2">
              <th scope="col" className="pl-5! max-md:pl-4!">
                Area
              </th>
              {ROLES.map((role) => (
                <th key={role} scope="col" className={cx('w-[15%] max-md:w-[30%]', narrow(role))}>
                  {ROLE_TEXTS[role].label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="*:not-last:*:border-b *:not-last:*:border-line">
            {ROWS.map(({ area, cells }) => (
              <tr key={area} className="*:h-11 *:px-3">
                <th scope="row" className="pl-5! font-normal max-md:pl-4!">
                  {area}
                </th>
                {ROLES.map((role, index) => (
                  <td key={role} className={cx(cells[index] !== 'Change' && 'text-ink-2', narrow(role))}>
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </DetailSection>
  );
}

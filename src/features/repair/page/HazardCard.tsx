import Thermometer from 'lucide-react/icons/thermometer';
import { Icon } from '../../../web/ui/display/Button.tsx';
import { Card } from '../../../web/ui/display/Card.tsx';
import type { Category } from '../listed.ts';

const SECTION_11 = 'https://www.legislation.gov.uk/ukpga/1985/70/section/11';

const HAZARDS: Partial<Record<Category, { title: string; duty: string }>> = {
  heating: {
    title: 'Hazard: cold, no hot water',
    duty: 'A landlord must keep heating and hot water in repair and in working order.',
  },
  water: {
    title: 'Hazard: water',
    duty: 'A landlord must keep water pipes, basins, baths and toilets in repair and in working order.',
  },
  damp: {
    title: 'Hazard: damp and mould',
    duty: 'A landlord must keep the structure and outside in repair, with gutters and pipes. The home must be free from serious hazards.',
  },
  electrics: {
    title: 'Hazard: electrics',
    duty: 'A landlord must keep the wiring and sockets in repair and in working order.',
  },
  gas: { title: 'Hazard: gas', duty: 'A landlord must keep gas pipes and heaters in repair and in working order.' },
};

export function HazardCard({ category }: { category: Category }) {
  const hazard = HAZARDS[category];
  if (!hazard) return null;
  return (
    <Card aria-labelledby="hazard">
      <div className="flex items-center gap-2 border-b border-line px-5 py-3 max-md:px-4">
        <Icon of={Thermometer} className="text-blue-fill" />
        <h2 id="hazard" className="text-m tracking-normal">
          {hazard.title}
        </h2>
      </div>
      <div className="flex flex-col gap-2 px-5 py-3 text-s max-md:px-4">
        <p>
          {hazard.duty}{' '}
          <a href={SECTION_11} target="_blank" rel="noopener">
            Landlord and Tenant Act 1985, section 11
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
        <p className="text-ink-2">
          Information, not advice. The fixed times of Awaab’s law are not in force for private lets.
        </p>
      </div>
    </Card>
  );
}

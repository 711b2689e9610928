/** The latest activities, each linking to its record. */
import { createLink } from '@tanstack/react-router';
import Banknote from 'lucide-react/icons/banknote';
import Building from 'lucide-react/icons/building-2';
import FileText from 'lucide-react/icons/file-text';
import Landmark from 'lucide-react/icons/landmark';
import Mail from 'lucide-react/icons/mail';
import User from 'lucide-react/icons/user-round';
import Wrench from 'lucide-react/icons/wrench';
import { formatInstantAsDay } from '../../../shared/dates.ts';
import type { NounIcon } from '../../../shared/records/noun-icons.ts';
import { Icon, type IconShape } from '../../../web/ui/display/Button.tsx';
import { Row, RowLink, Rows } from '../../../web/ui/table/Rows.tsx';
import { placeOf } from '../../web/addresses.ts';
import type { Activity } from './activity.ts';

const Leading = createLink(RowLink);

export const NOUN_SHAPES: Record<NounIcon, IconShape> = {
  building: Building,
  paper: FileText,
  person: User,
  tool: Wrench,
  bank: Landmark,
  money: Banknote,
  email: Mail,
};

type Props = { label: string; activities: readonly Activity[] };

export function RecentActivities({ label, activities }: Props) {
  return (
    <Rows label={label}>
      {activities.map((activity) => {
        const { id, at, icon, property } = activity;
        return (
          <Row
            key={id}
            lead={<Icon of={NOUN_SHAPES[icon]} className="text-ink-2" />}
            line={property && <bdi>{`${property.address}, ${property.city}`}</bdi>}
            end={<span className="text-s whitespace-nowrap text-ink-2">{formatInstantAsDay(at)}</span>}
          >
            <ToRecord activity={activity} />
          </Row>
        );
      })}
    </Rows>
  );
}

/** No link for a deleted record, or for several. */
function ToRecord({ activity: { href, words } }: { activity: Activity }) {
  return href ? (
    <Leading {...placeOf(href)}>
      <bdi>{words}</bdi>
    </Leading>
  ) : (
    <bdi>{words}</bdi>
  );
}

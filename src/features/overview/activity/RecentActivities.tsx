/** What happened last, each leading to what it happened to. */
import { createLink } from '@tanstack/react-router';
import Banknote from 'lucide-react/icons/banknote';
import Building from 'lucide-react/icons/building-2';
import FileText from 'lucide-react/icons/file-text';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Landmark from 'lucide-react/icons/landmark';
import Mail from 'lucide-react/icons/mail';
import User from 'lucide-react/icons/user-round';
import Wrench from 'lucide-react/icons/wrench';
import { formatInstantAsDay } from '../../../shared/dates.ts';
import { Icon, type IconShape } from '../../../web/ui/display/Button.tsx';
import { Row, RowLink, Rows } from '../../../web/ui/table/Rows.tsx';
import type { Activity } from './activity.ts';

const Leading = createLink(RowLink);

const ICONS: Record<Activity['noun'], IconShape> = {
  property: Building,
  certificate: FileText,
  compliance: FileText,
  invoice: FileText,
  tenant: User,
  supplier: Wrench,
  'supplier link': Wrench,
  'bank account': Landmark,
  transaction: Banknote,
  tenancy: Banknote,
  rent: Banknote,
  'ledger entry': Banknote,
  agent: Banknote,
  reminders: Mail,
  'base rate': Landmark,
  'sample portfolio': FlaskConical,
};

type Props = { label: string; activities: readonly Activity[] };

export function RecentActivities({ label, activities }: Props) {
  return (
    <Rows label={label}>
      {activities.map((activity) => {
        const { id, at, noun, property } = activity;
        return (
          <Row
            key={id}
            lead={<Icon of={ICONS[noun]} className="text-ink-2" />}
            line={
              property && (
                <bdi>
                  {property.address}, {property.city}
                </bdi>
              )
            }
            end={<span className="text-s whitespace-nowrap text-ink-2">{formatInstantAsDay(at)}</span>}
          >
            <ToRecord activity={activity} />
          </Row>
        );
      })}
    </Rows>
  );
}

/** Without a link where the record is gone, or there were several. */
function ToRecord({ activity }: { activity: Activity }) {
  const { noun, recordId, property } = activity;
  const words = <bdi>{activity.words}</bdi>;
  if (noun === 'bank account')
    return (
      <Leading to="/dashboard/finance" search={{ tab: 'accounts' }}>
        {words}
      </Leading>
    );
  if (noun === 'transaction')
    return (
      <Leading to="/dashboard/finance" search={recordId ? { open: recordId } : {}}>
        {words}
      </Leading>
    );
  if (noun === 'tenant' && recordId)
    return (
      <Leading to="/dashboard/tenants/$id" params={{ id: recordId }}>
        {words}
      </Leading>
    );
  if ((noun === 'tenancy' || noun === 'rent' || noun === 'ledger entry') && recordId)
    return (
      <Leading to="/dashboard/tenancies/$id" params={{ id: recordId }}>
        {words}
      </Leading>
    );
  if (noun === 'supplier' && recordId)
    return (
      <Leading to="/dashboard/suppliers/$id" params={{ id: recordId }}>
        {words}
      </Leading>
    );
  if (property)
    return (
      <Leading to="/dashboard/properties/$id" params={{ id: property.id }}>
        {words}
      </Leading>
    );
  return words;
}

import { createLink } from '@tanstack/react-router';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CreditCard from 'lucide-react/icons/credit-card';
import Landmark from 'lucide-react/icons/landmark';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import type { ComponentProps } from 'react';
import { useRights } from '../../web/http/session.client.ts';
import { Icon, type IconShape } from '../../web/ui/display/Button.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { RowLink } from '../../web/ui/table/Rows.tsx';
import { placeOf } from '../web/addresses.ts';
import { openHref } from '../web/shell/navigation.client.ts';
import type { Notice } from './notification.ts';

const ICONS: Record<Notice['icon'], IconShape> = {
  shield: ShieldAlert,
  calendar: CalendarClock,
  alert: CircleAlert,
  bank: Landmark,
  card: CreditCard,
  circle: CircleDashed,
};
const FILLS = { urgent: 'text-red-fill', coming: 'text-amber-fill', later: 'text-ink-3' };
export const INKS = { urgent: 'text-red', coming: 'text-amber', later: 'text-ink-2' };

export function NoticeIcon({ notice: { icon, group }, className }: { notice: Notice; className?: string }) {
  return <Icon of={ICONS[icon]} size="large" className={cx('flex-none', FILLS[group], className)} />;
}

const NoticeRowLink = createLink(RowLink);

type LinkProps = { notice: Notice; className?: string } & Pick<ComponentProps<'a'>, 'onClick'>;

/** The title as a link. Clicking elsewhere in the row also follows it. */
export function NoticeLink({ notice, className, ...rest }: LinkProps) {
  return (
    <NoticeRowLink {...placeOf(openHref(notice.href, useRights()))} {...rest} className={className}>
      <bdi>{notice.title}</bdi>
    </NoticeRowLink>
  );
}

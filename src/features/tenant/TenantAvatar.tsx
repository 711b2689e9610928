/** The photo of a tenant in a circle, or the initials where there is none. */
import { initials } from '../../shared/text.ts';
import { Avatar } from '../../web/ui/display/Avatar.tsx';
import type { Tenant } from './tenant.ts';

type Props = { tenant: Pick<Tenant, 'name' | 'avatar'>; size?: 'default' | 'large' };

export function TenantAvatar({ tenant: { name, avatar }, size = 'default' }: Props) {
  return <Avatar initials={initials(name)} size={size} {...(avatar !== null && { image: `${avatar}?size=thumb` })} />;
}

/** The logo of a supplier, or the initials where there is none. */
import { initials } from '../../shared/text.ts';
import { Avatar } from '../../web/ui/display/Avatar.tsx';
import type { Supplier } from './supplier.ts';

type Props = { supplier: Pick<Supplier, 'name' | 'logo'>; size?: 'default' | 'large' };

export function SupplierLogo({ supplier: { name, logo }, size = 'default' }: Props) {
  return (
    <Avatar square initials={initials(name)} size={size} {...(logo !== null && { image: `${logo}?size=thumb` })} />
  );
}

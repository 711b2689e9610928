/** Property Details. */
import { PageHead } from '../../web/ui/PageHead.tsx';

export function PropertyDetail() {
  return <PageHead title="Property Details" />;
}

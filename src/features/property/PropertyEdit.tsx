/** Edit Property. */
import { PageHead } from '../../web/ui/PageHead.tsx';

export function PropertyEdit() {
  return <PageHead title="Edit Property" />;
}

/** Add New Property. */
import { PageHead } from '../../web/ui/PageHead.tsx';

export function PropertyAdd() {
  return <PageHead title="Add New Property" />;
}

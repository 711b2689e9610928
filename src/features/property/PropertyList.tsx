/** Properties. */
import { PageHead } from '../../web/ui/PageHead.tsx';

export function PropertyList() {
  return <PageHead title="Properties" />;
}

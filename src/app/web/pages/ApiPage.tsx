import { KeysPage } from '../../../features/key/KeysPage.tsx';
import { WebhooksSection } from '../../../features/webhook/WebhooksSection.tsx';

export function ApiPage() {
  return (
    <>
      <KeysPage />
      <WebhooksSection />
    </>
  );
}

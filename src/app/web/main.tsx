import '../../web/ui/form/zod.client.ts';

import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { followOtherTabs } from '../../features/account/other-tabs.client.ts';
import { AppError } from '../../shared/app-error.ts';
import { queryClient, seedFromDocument } from '../../web/http/query.client.ts';
import { seedSession } from '../../web/http/session.client.ts';
import { startLiveUpdates } from '../../web/live/live.client.ts';
import { UiRoot } from '../../web/ui/UiRoot.tsx';
import { READS_BLOCK, SESSION_BLOCK } from './first-data.ts';
import { router } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no element with the id root.');
followOtherTabs();
startLiveUpdates();
const session = document.getElementById(SESSION_BLOCK)?.textContent;
if (session) seedSession(session);
const reads = document.getElementById(READS_BLOCK);
if (reads?.textContent) seedFromDocument(reads.textContent);
// Removed, so that the next user cannot see the data.
reads?.remove();

function show(container: HTMLElement): void {
  const app = createRoot(container, {
    // ScreenError shows AppErrors. Other errors are logged with their component stack.
    onCaughtError: (error, { componentStack }) => {
      if (!(error instanceof AppError)) console.error(error, componentStack);
    },
  });
  const screen = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <UiRoot>
          <RouterProvider router={router} />
        </UiRoot>
      </QueryClientProvider>
    </StrictMode>
  );
  // React renders a transition in short tasks, between which the browser can respond.
  startTransition(() => app.render(screen));
}

// The server's HTML stays visible until the screen's code has loaded.
if (root.hasChildNodes()) void router.load().then(() => show(root));
else show(root);

// Registered late, so that the first screen is not delayed. If this fails, only the offline page is missing.
if (import.meta.env.PROD)
  window.addEventListener('load', () => void navigator.serviceWorker?.register('/sw.js').catch(() => {}));

/** Where the web app starts: mounts the screens into app.html. */
import '../../web/ui/form/zod.client.ts';

import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { followOtherTabs } from '../../features/account/other-tabs.client.ts';
import { AppError } from '../../shared/app-error.ts';
import { queryClient, readsFromDocument } from '../../web/http/query.client.ts';
import { sessionFromDocument } from '../../web/http/session.client.ts';
import { followChanges } from '../../web/live/live.client.ts';
import { UiRoot } from '../../web/ui/UiRoot.tsx';
import { READS_BLOCK, SESSION_BLOCK } from './first-data.ts';
import { router } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no element with the id root.');
followOtherTabs();
followChanges();
const session = document.getElementById(SESSION_BLOCK)?.textContent;
if (session) sessionFromDocument(session);
const reads = document.getElementById(READS_BLOCK);
if (reads?.textContent) readsFromDocument(reads.textContent);
// Nobody who signs in next sees them.
reads?.remove();

function show(place: HTMLElement): void {
  const app = createRoot(place, {
    // What was thrown to be shown is shown (ScreenError); the rest is a fault, and tells where it came from.
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
  // React renders a transition in short tasks, between which the browser can answer.
  startTransition(() => app.render(screen));
}

// What the document shows already stays until the screen can take its place.
if (root.hasChildNodes()) void router.load().then(() => show(root));
else show(root);

// After the screen, which it must not hold up. Nothing is lost where the browser refuses: the offline page alone.
if (import.meta.env.PROD)
  window.addEventListener('load', () => void navigator.serviceWorker?.register('/sw.js').catch(() => {}));

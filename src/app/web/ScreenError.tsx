/** In place of a screen that could not be shown: the session could not be read, or the screen itself broke. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { Button, ButtonLink } from '../../web/ui/display/Button.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { ErrorState } from '../../web/ui/display/ErrorState.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { useScreenTitle } from './page-change.client.ts';

export function ScreenError({ error }: ErrorComponentProps) {
  // What a screen asks of the server it shows itself, so this came from the guard, which asks who is signed in.
  return error instanceof AppError ? <SessionUnread reason={error.message} /> : <Unexpected />;
}

/** The same where no shell stands around it: the failure of a screen before the dashboard, or of the shell itself. */
export function AppFailure(failure: ErrorComponentProps) {
  return (
    <main id="main" className="flex-1 px-4">
      <ScreenError {...failure} />
    </main>
  );
}

function SessionUnread({ reason }: { reason: string }) {
  const { retry, busy } = useRetry();
  return (
    <>
      <PageHead title={useScreenTitle() ?? 'Dashboard'} />
      <ErrorState title="We could not read who is signed in" reason={reason} onRetry={retry} busy={busy} />
    </>
  );
}

/** The way back is a new document: what broke may be in memory. */
function Unexpected() {
  return (
    <Card role="alert" className="mx-auto my-16 flex w-full max-w-[520px] flex-col items-center px-5 py-10 text-center">
      <h1 tabIndex={-1}>Unexpected Application Error!</h1>
      <p className="mt-2 max-w-[44ch] text-ink-2">
        This screen stopped working. What was saved is safe. Loading it again often helps.
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <ButtonLink href="/">Return to Home</ButtonLink>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Load again
        </Button>
      </div>
    </Card>
  );
}

function useRetry() {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    void router.invalidate({ sync: true }).finally(() => setBusy(false));
  };
  return { retry, busy };
}

import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { useSession } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Brand, Street } from '../../web/ui/brand/Mark.tsx';
import { Page, TopBar } from '../../web/ui/brand/TopBar.tsx';
import { Button, ButtonLink } from '../../web/ui/display/Button.tsx';
import { Card, ErrorState } from '../../web/ui/display/Card.tsx';
import { PageHead, useTitle } from '../../web/ui/display/PageHead.tsx';
import { useScreenTitle } from './page-change.client.ts';
import { Shell } from './shell/Shell.tsx';
import { Shapes } from './shell/ShellFrame.tsx';

export function LoadingScreen() {
  return (
    <>
      <h1 className="sr-only">{useScreenTitle() ?? 'Dashboard'}</h1>
      <Shapes />
    </>
  );
}

export function LoadingOutside() {
  return (
    <main id="main" className="flex-1 px-4">
      <LoadingScreen />
    </main>
  );
}

/** Shown while the session is loading. Omits links, as the role's rights are not known yet. */
export function ShellLoading() {
  return (
    <>
      <TopBar brand={<Brand wordClassName="md:max-lg:sr-only" />} />
      <Page>
        <LoadingScreen />
      </Page>
    </>
  );
}

export function ScreenError({ error }: ErrorComponentProps) {
  // Screens handle errors of their queries, so an AppError comes from the guard, which reads the session.
  return error instanceof AppError ? <SessionUnread reason={error.message} /> : <Unexpected />;
}

/** Shows an error outside the shell: on a screen without a shell, or from the shell itself. */
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
      <ErrorState title="We could not check who is signed in" reason={reason} onRetry={retry} busy={busy} />
    </>
  );
}

/** The button reloads the document, as the error may persist in memory. */
function Unexpected() {
  return (
    <Card role="alert" className="mx-auto my-16 flex w-full max-w-[520px] flex-col items-center px-5 py-10 text-center">
      <h1 tabIndex={-1}>Unexpected Application Error!</h1>
      <p className="mt-2 max-w-[44ch] text-ink-2">
        This page stopped working. Everything you have saved is safe. Reload the page to try again.
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <ButtonLink href="/">Return to Home</ButtonLink>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload page
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

/** The server returns status 404 for the same paths. Signed-in users keep the shell. */
export function NotFound(): ReactNode {
  useTitle('Page not found');
  const { data: user, isPending } = useSession();
  if (isPending) return null;
  if (user) {
    return (
      <Shell>
        <Nothing>
          <LinkButton to="/dashboard" variant="primary">
            Go to your dashboard
          </LinkButton>
          <ButtonLink href="/">Return to Home</ButtonLink>
        </Nothing>
      </Shell>
    );
  }
  return (
    <>
      <main id="main" className="grid flex-1 place-items-center px-4 py-10">
        <div className="w-full max-w-[360px]">
          <a href="/" className="mb-10 inline-block rounded-control no-underline">
            <Brand />
          </a>
          <Nothing>
            <ButtonLink href="/" variant="primary">
              Return to Home
            </ButtonLink>
          </Nothing>
        </div>
      </main>
      <Street className="mb-4" />
    </>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return (
    <>
      <p className="mb-1 text-ink-2">404</p>
      <h1 tabIndex={-1} className="mb-2">
        Oops! Page not found
      </h1>
      <p className="mb-5 text-ink-2">
        There is no page at this address. It may have moved, or the link may be incomplete.
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </>
  );
}

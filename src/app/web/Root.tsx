/** Around every screen: the demonstration strip, the title and focus of a new page, and signing in again in place. */
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useSignInQuestion } from '../../web/forms/sign-in-again.client.ts';
import { sayNotice } from './notice.client.ts';
import { usePageChange } from './page-change.client.ts';

const SignInAgain = lazy(async () => ({
  default: (await import('../../features/account/sign-in/SignInAgain.tsx')).SignInAgain,
}));

export function Root() {
  usePageChange();
  const sessionEnded = useSignInQuestion();
  useEffect(sayNotice, []);
  return (
    <>
      {document.documentElement.hasAttribute('data-demonstration') && <Demonstration />}
      <Outlet />
      <Suspense>{sessionEnded && <SignInAgain />}</Suspense>
    </>
  );
}

function Demonstration() {
  return (
    <aside
      aria-label="Demonstration"
      className="border-b border-blue-rule bg-blue-soft px-4 py-[7px] text-center text-s text-blue"
    >
      <b>Demonstration.</b> Bank and checkout are sandboxes: please enter nothing real.
    </aside>
  );
}

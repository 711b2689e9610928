import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { NOTICES, noticeNamed } from '../../features/account/notices.ts';
import { storedNotice, storeNotice } from '../../web/forms/notice.client.ts';
import { useSignInDialog } from '../../web/forms/sign-in-again.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { usePageChange } from './page-change.client.ts';
import { Demonstration } from './shell/ShellFrame.tsx';

const SignInAgain = lazy(async () => ({
  default: (await import('../../features/account/sign-in/SignInAgain.tsx')).SignInAgain,
}));

export function Root() {
  usePageChange();
  const sessionEnded = useSignInDialog();
  useEffect(showNotice, []);
  return (
    <>
      {document.documentElement.hasAttribute('data-demonstration') && <Demonstration />}
      <Outlet />
      <Suspense>{sessionEnded && <SignInAgain />}</Suspense>
    </>
  );
}

function showNotice(): void {
  const name = noticeNamed(storedNotice());
  // A message with another `place` is shown by that page.
  if (!name || NOTICES[name].place !== '/dashboard') return;
  storeNotice();
  toast.success(NOTICES[name].text);
}

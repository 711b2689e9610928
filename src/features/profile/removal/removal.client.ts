import { useRef } from 'react';
import { z } from 'zod';
import { isRefusal, reasonOf } from '../../../shared/app-error.ts';
import { clearDrafts } from '../../../web/forms/drafts.client.ts';
import { navigateAway } from '../../../web/forms/leave.client.ts';
import { storeNoticeForNextPage } from '../../../web/forms/notice.client.ts';
import { notifyOtherTabs } from '../../../web/forms/plain-page.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { PasswordProof } from '../../account/account.ts';
import type { NoticeName } from '../../account/notices.ts';
import { reauthenticate } from '../../account/passkey/passkey.client.ts';
import type { SignIn } from '../../account/second-factor/second-factor.ts';
import { clearBrowser } from '../../account/sign-in/sign-out.client.ts';

type Removal = {
  person: SignIn;
  remove: (input: PasswordProof) => Promise<void>;
  notice: NoticeName;
  onDeleting: (deleting: boolean) => void;
};

/** Returns a form for the password and code, which leaves the page after the deletion. */
export function useRemoval({ person, remove, notice, onDeleting }: Removal) {
  // A code works only once, so it is not sent again after a wrong password.
  const proven = useRef<string>(undefined);
  return useZodForm({
    schema: PasswordProof.extend({ code: z.string() }),
    start: { password: '', code: '' },
    save: async ({ code, ...input }) => {
      if (code !== proven.current) await reauthenticate(person, code);
      proven.current = code;
      onDeleting(true);
      await withSession(() => remove(input)).finally(() => onDeleting(false));
      await leaveFor(notice);
    },
    failed: (error) => {
      if (isRefusal(error, 'code_required')) proven.current = undefined;
      return reasonOf(error);
    },
  });
}

/** Never resolves. */
async function leaveFor(notice: NoticeName): Promise<void> {
  clearDrafts();
  clearBrowser();
  notifyOtherTabs({ what: 'signed-out' });
  storeNoticeForNextPage(notice);
  navigateAway('/');
  await new Promise(() => {});
}

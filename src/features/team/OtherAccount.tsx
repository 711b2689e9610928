/**
 * Shown when another account was opened in this browser: the page keeps its content and its unsaved changes, and the
 * person chooses the account. A closed dialog opens again with the next refused request.
 */
import { useRef, useState } from 'react';
import { navigateAway } from '../../web/forms/leave.client.ts';
import { useLandlord, type useOtherAccount } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Dialog } from '../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../web/ui/overlay/DialogBody.tsx';
import { useSwitchBack } from './accounts.client.ts';

export function OtherAccount({ account, checkedAt }: NonNullable<ReturnType<typeof useOtherAccount>>) {
  const own = useLandlord().account;
  const { mutate: switchBack, isPending } = useSwitchBack();
  const [closedAt, setClosedAt] = useState(0);
  const back = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={closedAt !== checkedAt}
      onOpenChange={() => setClosedAt(checkedAt)}
      title="You have switched to another account"
      initialFocus={back}
      locked={isPending}
    >
      <DialogBody className="flex flex-col gap-3">
        <p>
          This tab shows <Name of={own} />. <Name of={account} /> is now open in this browser.
        </p>
        <p className="text-ink-2">
          You cannot save anything here until you switch back. Unsaved changes stay on this page.
        </p>
      </DialogBody>
      <DialogFoot>
        <Button className={NAMED} disabled={isPending} onClick={() => navigateAway('/dashboard')}>
          Go to {account.name}
        </Button>
        <Button
          ref={back}
          variant="primary"
          busy={isPending ? 'Switching...' : undefined}
          onClick={() => switchBack(own.id)}
        >
          Switch back
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** Account names may be wider than the dialog. */
const NAMED = 'min-w-0 whitespace-normal! wrap-anywhere';

function Name({ of: { name } }: { of: { name: string } }) {
  return (
    <b className="wrap-anywhere">
      <bdi>{name}</bdi>
    </b>
  );
}

import Download from 'lucide-react/icons/download';
import { lazy, Suspense, useState } from 'react';
import { formatInstant } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { useMay } from '../../../web/http/session.client.ts';
import { Button, ButtonLink } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { ConfirmDialog, Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';
import { PATHS, reportHref, useShare, useTakeBack } from '../inspection.client.ts';
import type { InspectionRecord } from '../inspection.ts';
import { COMMENT_DAYS, STATE_LABELS } from '../listed.ts';
import { isDone, stateOf } from '../rules/words.ts';

const Notice = lazy(async () => ({ default: (await import('./Notice.tsx')).Notice }));

type Props = {
  inspection: InspectionRecord;
  /** Saves the rooms. Rejects if some changes could not be saved. */
  settled: () => Promise<void>;
};

export function NextStep({ inspection, settled }: Props) {
  const mayChange = useMay(PATHS.change);
  const { rooms } = inspection;
  const state = stateOf(inspection);
  return (
    <Card aria-labelledby="next-step">
      <CardHead id="next-step" title="Next step">
        {STATE_LABELS[state]}
      </CardHead>
      <div className="flex flex-col gap-3 px-5 py-4 max-md:px-4">
        <Now inspection={inspection} />
        {mayChange && (state === 'planned' || state === 'open') && (
          <>
            {inspection.kind === 'routine' && (
              <Suspense>
                <Notice inspection={inspection} />
              </Suspense>
            )}
            {state === 'open' && rooms.length > 0 && <Sharing inspection={inspection} settled={settled} />}
          </>
        )}
        {mayChange && state === 'shared' && inspection.comments.length === 0 && <TakeBack inspection={inspection} />}
        {rooms.length > 0 && (
          <ButtonLink href={reportHref(inspection)} icon={Download} size="small" className="w-fit" download>
            Download PDF
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

function Now({ inspection }: { inspection: InspectionRecord }) {
  const { startsAt, commentsUntil, comments, lockedAt, sha256, rooms } = inspection;
  const left = rooms.filter((room) => !isDone(room)).length;
  switch (stateOf(inspection)) {
    case 'planned':
      return <p>{`The visit is on ${formatInstant(startsAt)}.`}</p>;
    case 'open':
      return (
        <p>{left > 0 ? `${counted(left, 'room')} left to do. We save each change.` : 'Every item has a condition.'}</p>
      );
    case 'shared':
      return (
        <p>
          {commentsUntil && `The tenants can comment until ${formatInstant(commentsUntil)}. Then we lock it.`}
          {comments.length > 0 && ` ${counted(comments.length, 'comment')} so far.`}
        </p>
      );
    case 'locked':
      return (
        <>
          <p>{lockedAt && `Locked on ${formatInstant(lockedAt)}. It can no longer be changed.`}</p>
          <p className="text-s text-ink-2">
            SHA-256 of the content:
            <code className="block font-mono wrap-anywhere">{sha256}</code>
          </p>
        </>
      );
  }
}

function Sharing({ inspection, settled }: Props) {
  const [asked, setAsked] = useState<'share' | 'lock'>();
  const share = useShare(inspection, { lock: false, settled });
  const lock = useShare(inspection, { lock: true, settled });
  const close = () => setAsked(undefined);
  const left = inspection.rooms.filter((room) => !isDone(room)).length;
  const unfinished = left > 0 && (
    <p className="mt-3">{`${counted(left, 'room')} ${left === 1 ? 'has' : 'have'} items without a condition.`}</p>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {inspection.tenancyId ? (
        <Button variant="primary" wide onClick={() => setAsked('share')}>
          Share with tenants
        </Button>
      ) : (
        <Button onClick={() => setAsked('lock')}>Lock without tenants</Button>
      )}
      <Dialog
        open={asked === 'share'}
        onOpenChange={close}
        title="Share with tenants"
        description={`Each tenant gets a link by email and can comment for ${COMMENT_DAYS} days.`}
      >
        <DialogBody>
          <p>You can take it back until someone comments.</p>
          {unfinished}
        </DialogBody>
        <DialogFoot>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            busy={share.isPending ? 'Sharing...' : undefined}
            onClick={() => share.mutate(undefined, { onSettled: close })}
          >
            Share
          </Button>
        </DialogFoot>
      </Dialog>
      <ConfirmDialog
        open={asked === 'lock'}
        onOpenChange={close}
        title="Lock without tenants"
        question="After that, it cannot be changed or commented on. You cannot undo this."
        confirm="Lock"
        busy={lock.isPending ? 'Locking...' : undefined}
        onConfirm={() => lock.mutate(undefined, { onSettled: close })}
      >
        {unfinished}
      </ConfirmDialog>
    </div>
  );
}

function TakeBack({ inspection }: { inspection: InspectionRecord }) {
  const { mutate: takeBack, isPending } = useTakeBack(inspection);
  return (
    <Button size="small" className="w-fit" busy={isPending ? 'Taking back...' : undefined} onClick={() => takeBack()}>
      Take back
    </Button>
  );
}

import { Link } from '@tanstack/react-router';
import { formatInstant } from '../../../shared/dates.ts';
import { useLandlord, useMay } from '../../../web/http/session.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { STATE_LABELS as SERVED_LABELS } from '../../served/served.ts';
import { useSendNotice } from '../inspection.client.ts';
import type { InspectionRecord } from '../inspection.ts';

export function Notice({ inspection }: { inspection: InspectionRecord }) {
  const { now } = useLandlord();
  const mayNotify = useMay('people.change');
  const { mutate: send, isPending } = useSendNotice();
  const { notice, tenancyId, startsAt } = inspection;
  const mayStill = mayNotify && tenancyId && startsAt > now;
  return (
    <>
      {notice && (
        <div className="text-s text-ink-2">
          <Link to="/dashboard/documents/$id" params={{ id: notice.documentId }}>
            Notice of the visit
          </Link>
          <ul>
            {notice.given.map(({ recipient, state, at }) => (
              <li key={`${recipient} ${at}`} className="wrap-anywhere">
                {[recipient || 'Tenant', isServedState(state) && SERVED_LABELS[state], formatInstant(at)]
                  .filter(Boolean)
                  .join(', ')}
              </li>
            ))}
          </ul>
        </div>
      )}
      {mayStill && (
        <Button
          size="small"
          variant={notice ? 'quiet' : 'secondary'}
          className={cx('w-fit', notice !== null && '-ml-[10px]')}
          busy={isPending ? 'Sending...' : undefined}
          onClick={() => send(inspection)}
        >
          {notice ? 'Send the notice again after a change' : 'Send the notice'}
        </Button>
      )}
    </>
  );
}

const isServedState = (state: string): state is keyof typeof SERVED_LABELS => state in SERVED_LABELS;

import Bell from 'lucide-react/icons/bell';
import { useState } from 'react';
import { LinkButton } from '../../web/records/links.client.ts';
import { IconButton } from '../../web/ui/display/Button.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { loadOnce, useLazyCode } from '../../web/ui/overlay/lazy-code.client.ts';
import { Popover } from '../../web/ui/overlay/Menu.tsx';
import { todoCount, useFirstNotices } from './first-notices.client.ts';

const panelCode = loadOnce(() => import('./FirstNotices.tsx'));
const TITLE = 'Notifications';

export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const loaded = useLazyCode(panelCode, open, () => setOpen(false));
  const { data } = useFirstNotices();
  const unread = data?.counts.unread ?? 0;
  const leave = () => setOpen(false);
  return (
    <Popover
      label={TITLE}
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-[440px] p-0! max-h-(--available-height) overflow-y-auto"
      trigger={
        <IconButton
          icon={Bell}
          label={unread === 0 ? TITLE : `${TITLE}, ${unread.toLocaleString('en-GB')} new`}
          dot={unread > 0}
        />
      }
    >
      {loaded ? (
        <loaded.FirstNotices leave={leave} />
      ) : (
        <Loading label="Loading notifications..." className="flex flex-col gap-3 p-4">
          <Skeleton className="h-3 w-3/5" />
          <Skeleton className="h-3 w-2/5" />
        </Loading>
      )}
      <div className="border-t border-line p-1">
        <LinkButton to="/dashboard/notifications" variant="quiet" wide onClick={leave}>
          {data ? `All ${todoCount(data.counts).toLocaleString('en-GB')} notifications` : 'All notifications'}
        </LinkButton>
      </div>
    </Popover>
  );
}

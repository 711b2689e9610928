import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { CurrentUser } from '../../../features/account/account.ts';
import { TrialBanner, useServerNow } from '../../../features/billing/TrialBanner.tsx';
import { RemoveButton, SampleRibbon } from '../../../features/sample/SampleRibbon.tsx';
import { SEATS_LINK, SeatsRibbon } from '../../../features/team/seats/SeatsRibbon.tsx';
import { storeCookie, storedCookie } from '../../../web/forms/notice.client.ts';
import { useSession } from '../../../web/http/session.client.ts';
import { SecondLine } from '../../../web/ui/brand/TopBar.tsx';
import { keepFocus } from '../../../web/ui/display/PageHead.tsx';
import { closedIn, RIBBON_COOKIE, ribbonCookie, ribbonsOf } from './ribbons.ts';
import { HideButton } from './ShellFrame.tsx';

type Props = { user: CurrentUser; row: ReactNode; onRemoveSample: () => void };

export function RowAndRibbons({ user, row, onRemoveSample }: Props) {
  const { pathname } = useLocation();
  const now = useServerNow(user, useSession().dataUpdatedAt);
  const [closed, setClosed] = useState(() => closedIn(storedCookie(RIBBON_COOKIE)));
  const { trial, sample, seats, closable } = ribbonsOf(user, { path: pathname, now, closed });
  const hide = () => {
    const all = [...new Set([...closed, ...closable])];
    setClosed(all);
    storeCookie(ribbonCookie(all));
    keepFocus();
  };
  return (
    <>
      <SecondLine
        row={row}
        notes={
          (trial || sample) && (
            <>
              {trial && <TrialBanner banner={trial} user={user} />}
              {sample && (
                <SampleRibbon>
                  <RemoveButton onClick={onRemoveSample} />
                </SampleRibbon>
              )}
              {closable.length > 0 && <HideButton onClick={hide} />}
            </>
          )
        }
      />
      {seats && (
        <SecondLine
          notes={
            <SeatsRibbon day={seats}>
              <Link to="/dashboard/team" {...SEATS_LINK} />
            </SeatsRibbon>
          }
        />
      )}
    </>
  );
}

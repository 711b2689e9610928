/** Badges, states, tallies, banners, avatars, spinners. */
import { Avatar } from '../display/Avatar.tsx';
import { Badge } from '../display/Badge.tsx';
import { Banner } from '../display/Banner.tsx';
import { Spinner } from '../display/Spinner.tsx';
import { StatusState } from '../display/StatusState.tsx';
import { Tally } from '../table/RowCount.tsx';
import { Cell, Kit } from './Kit.tsx';

export function StatusParts() {
  return (
    <>
      <Kit title="Badge and state" columns="three">
        <Cell state="property">
          <Badge tone="green">Occupied</Badge> <Badge tone="amber">Vacant</Badge> <Badge tone="blue">Maintenance</Badge>
        </Cell>
        <Cell state="lease">
          <Badge tone="amber">Expiring Soon</Badge> <Badge tone="red">Expired</Badge> <Badge>Moved out</Badge>
        </Cell>
        <Cell state="plain: nothing to do">
          <Badge tone="green" plain>
            Active
          </Badge>
        </Cell>
        <Cell state="states">
          <p>
            <StatusState state="good">Valid until 08 May 2027</StatusState>
          </p>
          <p>
            <StatusState state="soon">Expiring 04 Dec 2026</StatusState>
          </p>
          <p>
            <StatusState state="bad">Expired 02 Nov 2026</StatusState>
          </p>
        </Cell>
        <Cell state="quiet states">
          <p>
            <StatusState state="note">Waiting for your bank</StatusState>
          </p>
          <p>
            <StatusState state="missing">Missing</StatusState>
          </p>
          <p>
            <StatusState state="none">Not applicable</StatusState>
          </p>
        </Cell>
        <Cell state="tally, avatar, spinner">
          <div className="flex flex-wrap items-center gap-3">
            <Tally count={5} />
            <Tally count={2} tone="red" of="errors" />
            <Avatar initials="HW" />
            <Avatar initials="KH" square />
            <Avatar initials="SP" size="large" />
            <Spinner label="Loading transactions..." />
          </div>
        </Cell>
      </Kit>
      <Kit title="Banner" columns="two">
        <Banner tone="amber">Your free trial ends in 1 day.</Banner>
        <Banner tone="red">
          Failed to load properties. <a href="#main">Retry</a>
        </Banner>
        <Banner tone="green">Connected 2 bank accounts and imported 186 transactions.</Banner>
        <Banner tone="blue" action={<a href="#main">Add your first property</a>}>
          Sample data.
        </Banner>
      </Kit>
    </>
  );
}

import Mail from 'lucide-react/icons/mail';
import type { ReactNode } from 'react';
import { formatDay, formatInstantAsDay } from '../../shared/dates.ts';
import { yearLabel } from '../../shared/tax-years.ts';
import { counted } from '../../shared/text.ts';
import { useLandlord } from '../../web/http/session.client.ts';
import { Avatar } from '../../web/ui/display/Avatar.tsx';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { Icon } from '../../web/ui/display/Button.tsx';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../web/ui/table/Table.tsx';
import { isExpired } from './team.client.ts';
import { type Member, nameOf, ROLE_TEXTS, type Team } from './team.ts';

type Props = {
  team: Team;
  /** The menu of a row; omitted for members who are not owners, who see names and roles only. */
  actions?: ((member: Member) => ReactNode) | undefined;
};

export function PeopleTable({ team: { account, people, pausing }, actions }: Props) {
  const invited = people.filter(({ state }) => state === 'invited');
  const others = people.filter(({ state }) => state !== 'invited');
  return (
    <Table caption={`People in ${account.name}`}>
      <TableHead>
        <HeadCell>Person</HeadCell>
        <HeadCell>Role</HeadCell>
        {actions && (
          <>
            <HeadCell>Properties</HeadCell>
            <HeadCell>Last day</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </>
        )}
      </TableHead>
      <TableBody>
        {[...others, ...invited].map((member) => (
          <TableRow key={member.id}>
            <Cell narrow="title">
              <Person member={member} noSeatFrom={pausing?.ids.includes(member.id) ? pausing.day : undefined} />
            </Cell>
            <Cell className="max-md:pl-11!">{ROLE_TEXTS[member.role].label}</Cell>
            {actions && (
              <>
                <Cell className="max-md:pl-11!" narrow="wide">
                  <Reach member={member} />
                </Cell>
                <Cell className="max-md:pl-11!" narrow={member.endsOn ? 'wide' : 'hidden'} label="Last day">
                  {member.endsOn && <LastDay day={member.endsOn} />}
                </Cell>
                <Cell end narrow="figure">
                  {!member.you && actions(member)}
                </Cell>
              </>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Person({ member, noSeatFrom }: { member: Member; noSeatFrom: string | undefined }) {
  const { name, email, state, noSeat, you } = member;
  const isInvited = state === 'invited';
  return (
    <div className="flex min-w-0 items-center gap-3">
      {isInvited ? (
        <span
          aria-hidden="true"
          className="grid size-8 flex-none place-items-center rounded-pill border border-dashed border-edge text-ink-2"
        >
          <Icon of={Mail} />
        </span>
      ) : (
        <Avatar name={name} />
      )}
      <div className="min-w-0">
        <div className="font-bold wrap-anywhere">
          <bdi>{nameOf(member)}</bdi>
          {you && ' (you)'}
        </div>
        <div className="text-s text-ink-2 wrap-anywhere">
          {isInvited ? <InvitedLine member={member} /> : email}
          {state === 'paused' && (
            <div>
              <StatusState state="none" small>
                {noSeat ? 'Paused, no seat' : 'Paused'}
              </StatusState>
            </div>
          )}
          {noSeatFrom && (
            <div>
              <StatusState state="soon" small>
                No seat from {formatDay(noSeatFrom)}
              </StatusState>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

function InvitedLine({ member }: { member: Member }) {
  const { invitedAt, expiresAt } = member;
  if (isExpired(member, useLandlord().now)) {
    return (
      <StatusState state="bad" small>
        Link expired
      </StatusState>
    );
  }
  return (
    <>
      Invited{invitedAt && ` ${formatInstantAsDay(invitedAt)}`}
      {expiresAt && `, link valid until ${formatInstantAsDay(expiresAt)}`}
    </>
  );
}

/** Maximum addresses shown; the dialog shows them all. */
const MAX_ADDRESSES = 3;

function Reach({ member: { whole, properties, taxYears } }: { member: Member }) {
  const years = taxYears && (
    <div className="text-s text-ink-2">{`Tax years ${taxYears.map(yearLabel).join(', ')}`}</div>
  );
  if (whole) return <>All properties{years}</>;
  const more = properties.length - MAX_ADDRESSES;
  const addresses = properties.slice(0, MAX_ADDRESSES).map(({ address }) => address);
  return (
    <>
      {counted(properties.length, 'property', 'properties')}
      <div className="text-s text-ink-2 wrap-anywhere">
        {new Intl.ListFormat('en-GB').format(more > 0 ? [...addresses, `${more} more`] : addresses)}
      </div>
      {years}
    </>
  );
}

function LastDay({ day }: { day: string }) {
  return (
    <StatusState state="soon" small>
      {formatDay(day)}
    </StatusState>
  );
}

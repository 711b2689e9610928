import { useQuery } from '@tanstack/react-query';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { May, useToday } from '../../../web/http/session.client.ts';
import { Button, IconButton } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { lazyDialog } from '../../../web/ui/overlay/LazyDialog.tsx';
import { Menu, MenuItem } from '../../../web/ui/overlay/Menu.tsx';
import { useOpenCount } from '../../../web/ui/overlay/open-count.client.ts';
import { Row, Rows } from '../../../web/ui/table/Rows.tsx';
import { occupiersOf } from '../occupier/occupier.client.ts';
import type { Occupier } from '../occupier/occupier.ts';
import type { Person } from './CheckDialog.tsx';
import { checksOf, useRemoveCheck, useShowChecks } from './right-to-rent.client.ts';
import { type Check, type CheckLine, WAY_LABELS } from './right-to-rent.ts';

const CheckDialog = lazyDialog(async () => (await import('./CheckDialog.tsx')).CheckDialog);
const OccupierAddDialog = lazyDialog(async () => (await import('../occupier/OccupierDialog.tsx')).OccupierAddDialog);
const OccupierEditDialog = lazyDialog(async () => (await import('../occupier/OccupierDialog.tsx')).OccupierEditDialog);

type Tenant = { id: string; name: string; movedOut: string | null };
type Props = {
  tenancyId: string;
  tenants: readonly Tenant[];
  /** Why checks are not needed, such as 'This home is in Wales'; null if they are. */
  outside: string | null;
};
type Shown = { dialog: 'add' } | { dialog: 'edit'; occupier: Occupier } | { dialog: 'check'; person: Person };

export function ResidentsCard({ tenancyId, tenants, outside }: Props) {
  const { data: occupiers = [] } = useQuery(occupiersOf(tenancyId));
  const { data: checks = [] } = useQuery(checksOf(tenancyId));
  const { mutate: show, data: outcomes, isPending, reset } = useShowChecks();
  const [shown, setShown] = useState<Shown>();
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  const openDialog = (next: Shown) => {
    setShown(next);
    setOpen(true);
  };
  const dialog = { open, onOpenChange: setOpen };
  const today = useToday();
  // People who have left stay, as copies of their checks are kept for a year.
  const people: Resident[] = [
    ...tenants.map(({ id, name, movedOut }) => ({ tenantId: id, occupierId: null, name, movedOut })),
    ...occupiers.map(({ id, name, movedOut }) => ({ tenantId: null, occupierId: id, name, movedOut })),
  ].toSorted((one, other) => Number(hasLeft(one, today)) - Number(hasLeft(other, today)));
  return (
    <Card aria-labelledby="residents">
      <CardHead id="residents" title="People who live there">
        {checks.length > 0 && (
          <Button
            variant="quiet"
            size="small"
            disabled={isPending}
            onClick={() => (outcomes ? reset() : show(tenancyId))}
          >
            {outcomes ? 'Hide' : 'Show'}
            <span className="sr-only"> the outcomes of right-to-rent checks</span>
          </Button>
        )}
      </CardHead>
      <Rows label="People who live there">
        {people.map((person) => (
          <PersonRow
            key={person.tenantId ?? person.occupierId}
            person={person}
            occupier={occupiers.find(({ id }) => id === person.occupierId)}
            last={checks.find((check) => isOf(person, check))}
            outcome={outcomes?.items.find((check) => isOf(person, check))}
            checked={outside === null}
            onOpen={openDialog}
          />
        ))}
      </Rows>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-2 max-md:px-4">
        <May need="people.change">
          <Button variant="quiet" size="small" className="-mx-[10px]" onClick={() => openDialog({ dialog: 'add' })}>
            Add another adult
          </Button>
        </May>
        {checks.length > 0 && (
          <p className="text-s text-ink-2">We record in the activity each time someone views an outcome.</p>
        )}
      </div>
      <OccupierAddDialog
        key={`add ${openings}`}
        tenancyId={tenancyId}
        {...dialog}
        open={open && shown?.dialog === 'add'}
      />
      {shown?.dialog === 'edit' && (
        <OccupierEditDialog key={`edit ${openings}`} occupier={shown.occupier} {...dialog} />
      )}
      {shown?.dialog === 'check' && (
        <CheckDialog key={`check ${openings}`} tenancyId={tenancyId} person={shown.person} {...dialog} />
      )}
    </Card>
  );
}

type Resident = Person & { movedOut: string | null };

const hasLeft = ({ movedOut }: Resident, today: string) => movedOut !== null && movedOut <= today;

const isOf = ({ tenantId, occupierId }: Person, check: CheckLine) =>
  check.tenantId === tenantId && check.occupierId === occupierId;

type RowProps = {
  person: Resident;
  occupier: Occupier | undefined;
  last: CheckLine | undefined;
  outcome: Check | undefined;
  checked: boolean;
  onOpen: (next: Shown) => void;
};

function PersonRow({ person, occupier, last, outcome, checked, onOpen }: RowProps) {
  const { mutate: remove } = useRemoveCheck();
  const { movedOut } = person;
  const left = hasLeft(person, useToday());
  return (
    <Row
      line={
        <>
          {movedOut ? (
            <p>{`${left ? 'Moved out' : 'Moves out'} ${formatDay(movedOut)}`}</p>
          ) : (
            occupier && <p>Not a tenant</p>
          )}
          {checked && (last || !left) && <CheckText last={last} outcome={outcome} due={!left} />}
        </>
      }
      end={
        <May need="people.change">
          <Menu trigger={<IconButton icon={EllipsisVertical} label={`Actions for ${person.name}`} />}>
            {checked && (
              <MenuItem onClick={() => onOpen({ dialog: 'check', person })}>Add right-to-rent check</MenuItem>
            )}
            {last && <MenuItem onClick={() => remove(last)}>Remove last check</MenuItem>}
            {occupier && <MenuItem onClick={() => onOpen({ dialog: 'edit', occupier })}>Edit</MenuItem>}
          </Menu>
        </May>
      }
    >
      <bdi>{person.name}</bdi>
    </Row>
  );
}

/** `due` is false for a person who has left and is not checked again. */
function CheckText({ last, outcome, due }: Pick<RowProps, 'last' | 'outcome'> & { due: boolean }) {
  const today = useToday();
  if (!last) return <p>Right to rent not checked</p>;
  if (!outcome) return <p>{`Right to rent checked on ${formatDay(last.checkedOn)}`}</p>;
  const { way, checkedOn, checkedBy, again } = outcome;
  return (
    <>
      <p>{`${WAY_LABELS[way]}, ${formatDay(checkedOn)}, by ${checkedBy}`}</p>
      {(due || !again) && (
        <p className={again && again < today ? 'text-red' : undefined}>
          {again ? `Check again by ${formatDay(again)}` : 'No time limit'}
        </p>
      )}
    </>
  );
}

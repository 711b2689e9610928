/** /dashboard/tax/owners: the owners for tax, and their shares of properties. */
import { useMutation, useQuery } from '@tanstack/react-query';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { May } from '../../web/http/session.client.ts';
import { LinkBack } from '../../web/records/links.client.ts';
import { Button, IconButton } from '../../web/ui/display/Button.tsx';
import { Card, CardHead, EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { Menu, MenuItem } from '../../web/ui/overlay/Menu.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { FirstRows, Row, Rows } from '../../web/ui/table/Rows.tsx';
import { ownershipsQuery, owners as records, useOwners, useSaveShares } from './owner.client.ts';
import type { Owner } from './owner.ts';
import { ALL_PROPERTIES, type OwnershipItem } from './ownership.ts';
import { type Form17, form17Dates, shareText } from './rules/shares.ts';

const OwnerAddDialog = lazyDialog(async () => (await import('./OwnerDialogs.tsx')).OwnerAddDialog);
const OwnerEditDialog = lazyDialog(async () => (await import('./OwnerDialogs.tsx')).OwnerEditDialog);
const SharesDialog = lazyDialog(async () => (await import('./SharesDialog.tsx')).SharesDialog);

type Shown = { dialog: 'add' } | { dialog: 'edit'; owner: Owner } | { dialog: 'shares'; change?: OwnershipItem };

export function OwnersPage() {
  const query = useOwners();
  const { error, busy, retry } = useRetry(query);
  const { data: owners } = query;
  const shares = useQuery(ownershipsQuery);
  const [shown, setShown] = useState<Shown>();
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  const show = (next: Shown) => {
    setShown(next);
    setOpen(true);
  };
  const dialog = { open, onOpenChange: setOpen };
  const isEmpty = owners?.length === 0;
  return (
    <>
      <PageHead
        back={<LinkBack to="/dashboard/tax">Tax</LinkBack>}
        title="Owners"
        line="The share of each owner for tax"
        actions={
          owners &&
          !isEmpty && (
            <May need="tax.change">
              <Button icon={Plus} onClick={() => show({ dialog: 'add' })}>
                Add owner
              </Button>
            </May>
          )
        }
      />
      {!owners && !error && (
        <Loading label="Loading owners..." className="flex flex-col gap-3">
          <Skeleton className="h-24 w-full" />
        </Loading>
      )}
      {!owners && error && (
        <ErrorState title="We could not load the owners" reason={error.message} onRetry={retry} busy={busy} />
      )}
      {isEmpty && (
        <EmptyState
          title="Do you own property with someone else?"
          words="Add each owner, then their shares. You will see the boxes of each owner’s tax return. If you own everything yourself, you do not need to do anything here."
          action={
            <May need="tax.change">
              <Button variant="primary" onClick={() => show({ dialog: 'add' })}>
                Add the first owner
              </Button>
            </May>
          }
        />
      )}
      {owners && !isEmpty && (
        <div className="flex flex-col gap-5">
          <Card aria-label="Owners">
            <CardHead title="Owners" />
            <Rows label="Owners">
              {owners.map((owner) => (
                <Row
                  key={owner.id}
                  line={[owner.kind === 'person' ? `Pays tax in ${owner.nation}` : 'Company', owner.closed && 'Closed']
                    .filter(Boolean)
                    .join(' · ')}
                  end={<OwnerMenu owner={owner} onEdit={() => show({ dialog: 'edit', owner })} />}
                >
                  {owner.name}
                </Row>
              ))}
            </Rows>
          </Card>
          {owners.length === 1 && !shares.data?.length ? (
            <p className="text-ink-2">{`${owners[0]?.name} owns everything. Add another owner to share it.`}</p>
          ) : (
            <SharesCard
              owners={owners}
              items={shares.data ?? []}
              onChange={(change) => show({ dialog: 'shares', ...(change && { change }) })}
            />
          )}
          <p className="text-s text-ink-2">
            These are shares for tax, from your own records of who owns what. They are not advice. A change applies from
            its date.
          </p>
        </div>
      )}
      <OwnerAddDialog key={`add ${openings}`} first={isEmpty} {...dialog} open={open && shown?.dialog === 'add'} />
      {shown?.dialog === 'edit' && <OwnerEditDialog key={`edit ${openings}`} owner={shown.owner} {...dialog} />}
      {shown?.dialog === 'shares' && owners && (
        <SharesDialog key={`shares ${openings}`} owners={owners} change={shown.change} {...dialog} />
      )}
    </>
  );
}

function OwnerMenu({ owner, onEdit }: { owner: Owner; onEdit: () => void }) {
  const { mutate: change } = useMutation(records.change);
  const { mutate: remove } = useMutation(records.remove());
  const { name, kind, nation, closed } = owner;
  return (
    <May need="tax.change">
      <Menu trigger={<IconButton icon={EllipsisVertical} size="small" label={`Actions for ${name}`} />}>
        <MenuItem onClick={onEdit}>Change</MenuItem>
        <MenuItem onClick={() => change({ before: owner, input: { name, kind, nation, closed: !closed } })}>
          {closed ? 'Reopen' : 'Close'}
        </MenuItem>
        <MenuItem onClick={() => remove(owner)}>Remove</MenuItem>
      </Menu>
    </May>
  );
}

type SharesProps = {
  owners: readonly Owner[];
  items: readonly OwnershipItem[];
  onChange: (change?: OwnershipItem) => void;
};

function SharesCard({ owners, items, onChange }: SharesProps) {
  const { mutate, isPending } = useSaveShares();
  const general = items.some(({ propertyId }) => propertyId === null);
  const first = owners[0]?.name ?? '';
  return (
    <Card aria-label="Shares">
      <CardHead title="Shares">
        <May need="tax.change">
          <Button size="small" icon={Plus} onClick={() => onChange()}>
            Add shares
          </Button>
        </May>
      </CardHead>
      {!general && (
        <p className="border-b border-line px-5 py-3 text-ink-2 max-md:px-4">
          {items.length === 0 ? `${first} owns everything until you add shares.` : `${first} owns everything else.`}
        </p>
      )}
      <FirstRows label="Shares" items={items} first={50}>
        {(item) => (
          <Row
            key={`${item.propertyId} ${item.from}`}
            line={<ShareLine item={item} owners={owners} />}
            end={
              <May need="tax.change">
                <Menu
                  trigger={
                    <IconButton
                      icon={EllipsisVertical}
                      size="small"
                      label={`Actions for ${titleOf(item)} from ${formatDay(item.from)}`}
                    />
                  }
                >
                  <MenuItem onClick={() => onChange(item)}>Change</MenuItem>
                  <MenuItem
                    disabled={isPending}
                    onClick={() => mutate({ property: item.propertyId ?? ALL_PROPERTIES, from: item.from })}
                  >
                    Remove
                  </MenuItem>
                </Menu>
              </May>
            }
          >
            {titleOf(item)}
          </Row>
        )}
      </FirstRows>
    </Card>
  );
}

function titleOf({ propertyId, address }: OwnershipItem): string {
  return address ?? (propertyId ? 'A deleted property' : 'All other properties');
}

function ShareLine({ item, owners }: { item: OwnershipItem; owners: readonly Owner[] }) {
  const { from, shares, spouses, signedOn, receivedOn } = item;
  const nameOf = (id: string) => owners.find((owner) => owner.id === id)?.name ?? '';
  const list = shares.map(({ ownerId, ...share }) => `${nameOf(ownerId)} ${shareText(share)}`).join(', ');
  const form: Form17 | null = signedOn ? { signed: [signedOn], received: receivedOn } : null;
  return (
    <>
      {`From ${formatDay(from)}: ${list}`}
      {spouses && (
        <span className="block">
          {form ? form17Dates(form).text : 'Married or civil partners without Form 17: HMRC taxes them 50:50.'}
        </span>
      )}
    </>
  );
}

import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { useState } from 'react';
import { formatDay, formatDays } from '../../shared/dates.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { May, useToday } from '../../web/http/session.client.ts';
import { DeleteDialog } from '../../web/records/detail/DeleteDialog.tsx';
import { LinkButton } from '../../web/records/links.client.ts';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { RetryBanner } from '../../web/ui/display/Banner.tsx';
import { Button, IconButton } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { Menu, MenuItem } from '../../web/ui/overlay/Menu.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { FirstRows, Row } from '../../web/ui/table/Rows.tsx';
import { standing } from '../compliance/marks.ts';
import { outsideEngland } from '../property/home/nation.ts';
import type { PropertyRecord } from '../property/property.ts';
import { licences, ofProperty } from './licence.client.ts';
import type { Licence } from './licence.ts';
import { KIND_LABELS, TEXTS } from './listed.ts';
import { type HomeSize, licenceNeeded } from './rules/needed.ts';

const LicenceAddDialog = lazyDialog(async () => (await import('./LicenceDialogs.tsx')).LicenceAddDialog);
const LicenceEditDialog = lazyDialog(async () => (await import('./LicenceDialogs.tsx')).LicenceEditDialog);

type Props = { property: HomeSize & Pick<PropertyRecord, 'id' | 'postalCode' | 'country'> };

type Shown = { dialog: 'add' } | { dialog: 'edit' | 'remove'; licence: Licence };

export function LicencesCard({ property }: Props) {
  const propertyId = property.id;
  const list = useInfiniteQuery(licences.list(ofProperty(propertyId)));
  const { error, busy, retry } = useRetry(list);
  const today = useToday();
  const [shown, setShown] = useState<Shown>();
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  const { mutateAsync: remove } = useMutation(licences.remove());
  const show = (next: Shown) => {
    setShown(next);
    setOpen(true);
  };
  const dialog = { open, onOpenChange: setOpen };
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card aria-labelledby="licences">
      <CardHead id="licences" title="Licences">
        <May need="properties.change">
          <Button variant="quiet" size="small" onClick={() => show({ dialog: 'add' })}>
            {TEXTS.add}
          </Button>
        </May>
      </CardHead>
      <Needed property={property} />
      {error && (
        <RetryBanner busy={busy} retry={retry} className="m-4">
          {TEXTS.listFailed}. {error.message}
        </RetryBanner>
      )}
      {items.length > 0 && (
        <div className="border-t border-line">
          <FirstRows label="Licences" items={items} first={3}>
            {(licence) => (
              <Row
                key={licence.id}
                line={<Lines licence={licence} />}
                end={
                  <May need="properties.change">
                    <Menu
                      trigger={
                        <IconButton
                          icon={EllipsisVertical}
                          size="small"
                          label={`Actions for ${KIND_LABELS[licence.kind]}, ${licence.council}`}
                        />
                      }
                    >
                      <MenuItem onClick={() => show({ dialog: 'edit', licence })}>Change</MenuItem>
                      <MenuItem onClick={() => show({ dialog: 'remove', licence })}>Remove</MenuItem>
                    </Menu>
                  </May>
                }
              >
                <span className="flex flex-wrap items-center gap-x-2">
                  {KIND_LABELS[licence.kind]}
                  <EndBadge ends={licence.ends} today={today} />
                </span>
              </Row>
            )}
          </FirstRows>
        </div>
      )}
      <LicenceAddDialog
        key={`add ${openings}`}
        propertyId={propertyId}
        {...dialog}
        open={open && shown?.dialog === 'add'}
      />
      {shown?.dialog === 'edit' && <LicenceEditDialog key={`edit ${openings}`} licence={shown.licence} {...dialog} />}
      {shown?.dialog === 'remove' && (
        <DeleteDialog
          {...dialog}
          record={shown.licence}
          resource={licences}
          remove={remove}
          title={TEXTS.deleteTitle}
          question={TEXTS.deleteQuestion}
          verb={{ confirm: 'Remove', busy: 'Removing...' }}
        />
      )}
    </Card>
  );
}

function Lines({ licence: { council, number, starts, ends, conditions } }: { licence: Licence }) {
  return (
    <>
      <p className="wrap-anywhere">
        <bdi>{[council, number].filter(Boolean).join(' · ')}</bdi>
      </p>
      <p className="figures">{formatDays({ from: starts, to: ends })}</p>
      {conditions && (
        <p className="wrap-anywhere whitespace-pre-line">
          <bdi>{conditions}</bdi>
        </p>
      )}
    </>
  );
}

function EndBadge({ ends, today }: { ends: string; today: string }) {
  const state = standing(ends, today);
  if (state === 'valid') return null;
  return state === 'expired' ? <Badge tone="red">Ended</Badge> : <Badge tone="amber">Ends soon</Badge>;
}

function Needed({ property }: Props) {
  const { postalCode, country } = property;
  const needed = licenceNeeded(property);
  const without = outsideEngland({ propertyPostcode: postalCode, propertyCountry: country });
  if (without) return <p className="px-5 py-4 text-ink-2 max-md:px-4">{without}</p>;
  if (needed.state === 'ask') {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 max-md:px-4">
        <p className="min-w-0 flex-1 basis-60 text-ink-2">
          Enter the number of {needed.ask.join(' and ')}, and we will show whether an HMO licence is mandatory.
        </p>
        <May need="properties.change">
          <LinkButton
            to="/dashboard/properties/edit/$id"
            params={{ id: property.id }}
            search={{ tab: 'basic-details', item: needed.ask[0] }}
            variant="quiet"
            size="small"
          >
            Add facts
          </LinkButton>
        </May>
      </div>
    );
  }
  const {
    words,
    why: [size, ...more],
    source,
  } = needed;
  return (
    <div className="px-5 py-4 max-md:px-4">
      <p className="text-s text-ink-2">Rule for {size}</p>
      <p className="font-bold">{words}</p>
      {more.length > 0 && <p className="text-ink-2">{more.join('. ')}.</p>}
      <p className="mt-1 text-s text-ink-2">
        <a href={source.link} target="_blank" rel="noopener">
          {source.name}
        </a>
        , in force from {formatDay(source.effectiveFrom)}. Councils may license more homes. This is not advice.
      </p>
    </div>
  );
}

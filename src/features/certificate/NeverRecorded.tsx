import { useInfiniteQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import type { z } from 'zod';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { May } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { MoreButton } from '../../web/records/list/MoreButton.tsx';
import { NameLink } from '../../web/records/list/RecordItem.tsx';
import { Button, Icon } from '../../web/ui/display/Button.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { Cell, TableRow } from '../../web/ui/table/Table.tsx';
import { PATHS } from '../property/property.client.ts';
import { FAILED, listOf } from './certificate.client.ts';
import type { CertificateEntry, CertificateQuery, CertificateSummary } from './certificate.ts';

export type Figures = z.infer<typeof CertificateSummary>;

export const missingOf = ({ not_recorded, incomplete }: Figures) => not_recorded - incomplete;

type NeverRecordedProps = { asked: CertificateQuery; figures: Figures; startsOpen: boolean };

export function NeverRecorded({ asked, figures, startsOpen }: NeverRecordedProps) {
  const [open, setOpen] = useState(startsOpen);
  const list = useInfiniteQuery({ ...listOf({ ...asked, state: undefined, recorded: 'no' }), enabled: open });
  const { error, busy, retry } = useRetry(list);
  const items = counted(missingOf(figures), 'item');
  return (
    <>
      <TableRow className="bg-sunken">
        <Cell colSpan={6} narrow="title" className="font-bold">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="inline-flex cursor-pointer items-center gap-1 text-left font-bold max-md:min-h-11"
          >
            <Icon of={ChevronRight} className={cx('transition-[rotate]', open && 'rotate-90')} />
            <span>
              Not recorded{' '}
              <span className="font-normal text-ink-2">
                {items} of {counted(figures.bareProperties, 'property', 'properties')}
              </span>
            </span>
          </button>
        </Cell>
      </TableRow>
      {open && (list.isPending || error) && (
        <TableRow>
          <Cell colSpan={6} narrow="title">
            {error ? (
              <Button size="small" busy={busy ? 'Loading...' : undefined} onClick={retry}>
                {FAILED}. Retry
              </Button>
            ) : (
              <Loading label="Loading items not recorded...">
                <Skeleton className="h-6 w-full" />
              </Loading>
            )}
          </Cell>
        </TableRow>
      )}
      {open &&
        list.data?.pages.flatMap((page) => page.items).map((entry) => <MissingRow key={entry.id} entry={entry} />)}
      {open && list.hasNextPage && (
        <TableRow>
          <Cell colSpan={6} narrow="title">
            <MoreButton list={list} variant="quiet" size="small">
              Show more properties
            </MoreButton>
          </Cell>
        </TableRow>
      )}
    </>
  );
}

function MissingRow({ entry: { id, address, city, name, count } }: { entry: CertificateEntry }) {
  return (
    <TableRow>
      <Cell className="md:max-w-0">
        <HomeName id={id} address={address} city={city} />
      </Cell>
      <Cell colSpan={3} className="text-ink-2 md:max-w-0">
        <p className="md:clip" title={name}>
          <span className="text-ink">{counted(count, 'item')}</span>: {name}
        </p>
      </Cell>
      <Cell narrow="hidden" className="max-lg:hidden" />
      <Cell end narrow="beside" className="max-md:row-span-2 max-md:row-start-1">
        <May need={PATHS.change}>
          <LinkButton
            to={PATHS.edit}
            params={{ id }}
            search={{ tab: 'compliance' }}
            aria-label={`Record compliance for ${address}`}
            variant="quiet"
            size="small"
          >
            Record
          </LinkButton>
        </May>
      </Cell>
    </TableRow>
  );
}

export function HomeName({ id, address, city }: Pick<CertificateEntry, 'id' | 'address' | 'city'>) {
  return (
    <div className="flex items-baseline gap-x-2 md:max-xl:flex-col">
      <NameLink to={PATHS.one} id={id} name={address} className="min-w-0 max-w-full md:font-bold" />
      <p className="max-w-1/2 flex-none clip text-s text-ink-2 md:max-xl:max-w-full">{city}</p>
    </div>
  );
}

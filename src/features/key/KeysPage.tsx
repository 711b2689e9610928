import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { formatDay, formatInstantAsDay, formatInstantAsTime } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { useToday } from '../../web/http/session.client.ts';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../web/ui/table/Table.tsx';
import { keysQuery, useRevokeKey } from './key.client.ts';
import type { Key } from './key.ts';
import { endOf, rightsWords } from './words.ts';

const KeyDialog = lazyDialog(async () => (await import('./KeyDialog.tsx')).KeyDialog);

export function KeysPage() {
  const query = useQuery(keysQuery);
  const { data: keys } = query;
  const { error, busy, retry } = useRetry(query);
  const [adding, setAdding] = useState(false);
  const addings = useOpenCount(adding);
  const limit = keys?.limit ?? null;
  const add = limit !== null && (
    <Button variant="primary" icon={Plus} className="max-md:w-full" onClick={() => setAdding(true)}>
      Add key
    </Button>
  );
  const isEmpty = keys?.items.length === 0;
  return (
    <>
      <PageHead
        title="API"
        line={limit === null ? '\u00a0' : `${limit} requests a minute for each key`}
        actions={
          <>
            <a className="link self-center" href="/api/docs">
              API reference
            </a>
            {!isEmpty && add}
          </>
        }
      />
      {keys?.limit === null && (
        <Banner tone="amber">
          API keys are part of Business and Enterprise. <Link to="/dashboard/plans">See plans</Link>
        </Banner>
      )}
      {!keys && !error && (
        <Loading label="Loading your keys...">
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
      {!keys && error && (
        <ErrorState title="We could not load your keys" reason={error.message} onRetry={retry} busy={busy} />
      )}
      {isEmpty && (
        <EmptyState
          title="No API keys"
          words="A key lets a program read or change the records you choose."
          action={add}
        />
      )}
      {keys && !isEmpty && <KeyTable keys={keys.items} />}
      <KeyDialog key={addings} open={adding} onOpenChange={setAdding} />
    </>
  );
}

function KeyTable({ keys }: { keys: Key[] }) {
  const [revoking, setRevoking] = useState<Key>();
  const { mutate: revoke } = useRevokeKey();
  return (
    <>
      <Table caption="API keys">
        <TableHead>
          <HeadCell>Key</HeadCell>
          <HeadCell>May</HeadCell>
          <HeadCell>Properties</HeadCell>
          <HeadCell>Last day</HeadCell>
          <HeadCell>Last used</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {keys.map((key) => (
            <KeyRow key={key.id} of={key} onRevoke={() => setRevoking(key)} />
          ))}
        </TableBody>
      </Table>
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={() => setRevoking(undefined)}
        title={`Revoke the key ‘${revoking?.name ?? ''}’?`}
        question="Programs that use it will stop working immediately. You cannot undo this."
        confirm="Revoke key"
        onConfirm={() => {
          if (revoking) revoke(revoking);
          setRevoking(undefined);
        }}
      />
    </>
  );
}

function KeyRow({ of: key, onRevoke }: { of: Key; onRevoke: () => void }) {
  const end = endOf(key, useToday());
  return (
    <TableRow>
      <Cell narrow="title">
        <span className="font-bold wrap-anywhere">
          <bdi>{key.name}</bdi>
        </span>
        <span className="block text-s text-ink-2">
          <span className="figures">{key.hint}…</span>
          {key.madeBy && ` · added by ${key.madeBy}`}
        </span>
        {key.makerLeft && !key.revokedAt && (
          <StatusState state="soon" small>
            Added by someone who has left
          </StatusState>
        )}
      </Cell>
      <Cell narrow="wide">{rightsWords(key.rights)}</Cell>
      <Cell label="Properties">{key.whole ? 'All' : counted(key.properties.length, 'property', 'properties')}</Cell>
      <Cell label="Last day" className="whitespace-nowrap">
        {key.endsOn ? formatDay(key.endsOn) : 'No end'}
        {end && (
          <StatusState state={end.state} small>
            {end.words}
          </StatusState>
        )}
      </Cell>
      <Cell label="Last used">
        {key.usedAt ? `${formatInstantAsDay(key.usedAt)}, ${formatInstantAsTime(key.usedAt)}` : 'Never'}
      </Cell>
      <Cell end narrow="figure">
        {!key.revokedAt && (
          <Button size="small" onClick={onRevoke}>
            Revoke<span className="sr-only"> {key.name}</span>
          </Button>
        )}
      </Cell>
    </TableRow>
  );
}

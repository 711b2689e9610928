import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { May } from '../../web/http/session.client.ts';
import { LinkBack, LinkButton } from '../../web/records/links.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, CardHead, EmptyState, ErrorState, TWO_COLUMNS } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { NumberInput } from '../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../web/ui/overlay/DialogBody.tsx';
import { Row, Rows } from '../../web/ui/table/Rows.tsx';
import { DocumentMark } from './DocumentParts.tsx';
import { PATHS, tidyQuery, useSetRetention } from './document.client.ts';
import { RetentionInput, type Tidy } from './document.ts';
import { TEXTS, TYPE_LABELS } from './listed.ts';

export function TidyPage() {
  const found = useQuery(tidyQuery);
  const { error, busy, retry } = useRetry(found);
  const { data } = found;
  return (
    <>
      <PageHead
        title="Time to tidy"
        line="Documents that you no longer need to keep, with the reason. We never delete them for you."
        back={<LinkBack to={PATHS.list}>{TEXTS.title}</LinkBack>}
      />
      {error && <ErrorState title={TEXTS.listFailed} reason={error.message} busy={busy} onRetry={retry} />}
      {!data && !error && (
        <Loading label={TEXTS.loadingList}>
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
      {data && (
        <div className={TWO_COLUMNS}>
          {data.items.length === 0 ? (
            <EmptyState title="All tidy" words="You do not have any documents to delete." />
          ) : (
            <Proposals items={data.items} />
          )}
          <Retention retention={data.retention} />
        </div>
      )}
    </>
  );
}

function Proposals({ items }: Pick<Tidy, 'items'>) {
  return (
    <Card aria-labelledby="proposals">
      <CardHead id="proposals" title="You may delete" />
      <Rows label="Documents to tidy">
        {items.map(({ id, title, type, from, why, source, hold }) => (
          <Row
            key={id}
            lead={<DocumentMark type={type} />}
            line={
              <>
                {hold ? (
                  <span className="text-amber">{`Keep it for now: ${hold.toLowerCase()}.`}</span>
                ) : (
                  `${why}, so from ${formatDay(from)}.`
                )}{' '}
                {source && !hold && (
                  <a href={source.link} target="_blank" rel="noopener" title={source.name}>
                    Source<span className="sr-only">{`: ${source.name} (opens in a new tab)`}</span>
                  </a>
                )}
              </>
            }
            end={
              <LinkButton to={PATHS.one} params={{ id }} size="small" variant="quiet">
                Review
                <span className="sr-only"> {title}</span>
              </LinkButton>
            }
          >
            <bdi>{title}</bdi>
          </Row>
        ))}
      </Rows>
    </Card>
  );
}

type RetentionItem = Tidy['retention'][number];

function Retention({ retention }: Pick<Tidy, 'retention'>) {
  const [chosen, setChosen] = useState<RetentionItem>();
  return (
    <Card aria-labelledby="retention">
      <CardHead id="retention" title="How long to keep" />
      <Rows label="How long to keep">
        {retention.map((kept) => (
          <Row
            key={kept.type}
            line={kept.months === null ? (kept.usual ?? 'Always kept') : `Your time: ${kept.months} months`}
            end={
              <May need={PATHS.change}>
                <Button size="small" variant="quiet" onClick={() => setChosen(kept)}>
                  Change
                  <span className="sr-only"> {TYPE_LABELS[kept.type]}</span>
                </Button>
              </May>
            }
          >
            {TYPE_LABELS[kept.type]}
          </Row>
        ))}
      </Rows>
      {chosen && <RetentionDialog key={chosen.type} kept={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}

function RetentionDialog({ kept, onClose }: { kept: RetentionItem; onClose: () => void }) {
  const form = useId();
  const [typed, setTyped] = useState(kept.months === null ? '' : String(kept.months));
  const [error, setError] = useState<string>();
  const { mutate: save, isPending } = useSetRetention();
  const submit = () => {
    const input = RetentionInput.safeParse({ type: kept.type, months: typed.trim() === '' ? null : Number(typed) });
    if (!input.success) return setError(input.error.issues[0]?.message);
    return save(input.data, { onSuccess: onClose });
  };
  return (
    <Dialog open onOpenChange={onClose} title={`How long to keep: ${TYPE_LABELS[kept.type]}`}>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DialogBody>
          <Field
            label="Months"
            optional
            error={error}
            hint={
              kept.usual
                ? `Leave this blank for the usual time: ${kept.usual}.`
                : 'Leave this blank to keep them for good.'
            }
          >
            <NumberInput value={typed} onChange={({ target }) => setTyped(target.value)} />
          </Field>
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isPending ? 'Saving...' : undefined}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

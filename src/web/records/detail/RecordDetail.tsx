import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import type { Field } from '../../../shared/fields.ts';
import type { RecordTexts } from '../../../shared/records/record-texts.ts';
import { May } from '../../http/session.client.ts';
import { Button } from '../../ui/display/Button.tsx';
import { Card, CardHead, TWO_COLUMNS } from '../../ui/display/Card.tsx';
import { Email, Facts, Phone, Website } from '../../ui/display/Facts.tsx';
import { Loading, Skeleton } from '../../ui/display/Loading.tsx';
import { LinkButton, type RecordPaths } from '../links.client.ts';
import type { RecordResource, StoredRecord } from '../record-resource.client.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { DetailPage } from './DetailPage.tsx';

type Deletion = {
  /** Shown below the record's name in the dialog, for example linked records that are deleted too. */
  question: ReactNode;
  /** The second line of the success toast. */
  done?: string;
};

type Props<Item extends StoredRecord, Rec extends Item> = {
  resource: Pick<RecordResource<Item, Rec, never, never>, 'byId' | 'inList' | 'drop' | 'forget' | 'remove'>;
  texts: RecordTexts;
  paths: RecordPaths;
  head: (shown: Item) => { title: string; lead?: ReactNode; mark?: ReactNode; line?: string };
  deletion: (record: Rec, close: () => void) => Deletion;
  /** Whether this record may still be changed and deleted, by default true. */
  changeable?: (record: Rec) => boolean;
  /** `shown` contains at least the fields from a list. `record` is undefined while loading. */
  children: (shown: Item, record: Rec | undefined) => ReactNode;
};

export function RecordDetail<Item extends StoredRecord, Rec extends Item>(props: Props<Item, Rec>) {
  const { resource, texts, paths, head, deletion, changeable = () => true, children } = props;
  const { id = '' } = useParams({ strict: false });
  return (
    <DetailPage<Item, Rec>
      resource={resource}
      id={id}
      title={texts.detailTitle}
      head={head}
      list={{ to: paths.list, words: texts.title }}
      words={{ failed: texts.detailFailed, missing: texts.notFound }}
      actions={(record) =>
        (!record || changeable(record)) && (
          <May need={paths.change}>
            <Remove<Item, Rec> {...{ resource, texts, paths, head, deletion, record }} />
            <LinkButton to={paths.edit} params={{ id }} icon={Pencil}>
              Edit
            </LinkButton>
          </May>
        )
      }
      placeholder={<DetailPlaceholder label={texts.loadingOne} />}
    >
      {(shown, record) => <div className={TWO_COLUMNS}>{children(shown, record)}</div>}
    </DetailPage>
  );
}

type RemoveProps<Item extends StoredRecord, Rec extends Item> = Pick<
  Props<Item, Rec>,
  'resource' | 'texts' | 'paths' | 'head' | 'deletion'
> & { record: Rec | undefined };

/** Disabled without `record`, as the linked records that would be deleted are not known yet. */
function Remove<Item extends StoredRecord, Rec extends Item>(props: RemoveProps<Item, Rec>) {
  const { resource, texts, paths, head, deletion, record } = props;
  const [asking, setAsking] = useState(false);
  const { question, done } = record ? deletion(record, () => setAsking(false)) : {};
  const { mutateAsync: remove } = useMutation(resource.remove(done ? { more: done } : {}));
  return (
    <>
      <Button variant="quiet" icon={Trash2} disabled={!record} onClick={() => setAsking(true)}>
        Delete
      </Button>
      {record && (
        <DeleteDialog
          record={record}
          resource={resource}
          remove={remove}
          list={paths.list}
          open={asking}
          onOpenChange={setAsking}
          title={texts.deleteTitle}
          question={texts.deleteQuestion}
        >
          <p className="font-bold text-ink wrap-anywhere">
            <bdi>{head(record).title}</bdi>
          </p>
          {question}
        </DeleteDialog>
      )}
    </>
  );
}

type FactsProps<Name extends string> = {
  title: string;
  fields: Record<Name, Field>;
  record: { [name in NoInfer<Name>]: unknown };
  own?: { [name in NoInfer<Name>]?: ReactNode };
  none?: { [name in NoInfer<Name>]?: string };
};

/** A card with a record's fields. Optional long texts, such as notes, are below the other fields. */
export function FactsCard<Name extends string>({ title, fields, record, own = {}, none = {} }: FactsProps<Name>) {
  const id = title.toLowerCase().replace(/\W+/g, '-');
  const shown = own as Record<string, ReactNode>;
  const empty = none as Record<string, string>;
  const facts = (Object.entries(fields) as [Name, Field][]).map(([name, field]) => ({
    name: field.label,
    value: shown[name] ?? <Value kind={field.kind} text={field.show(record[name])} none={empty[name]} />,
    long: field.wide || ['paragraph', 'email', 'url'].includes(field.kind),
    below: field.kind === 'paragraph' && field.optional,
  }));
  return (
    <Card aria-labelledby={id}>
      <CardHead id={id} title={title} />
      <div className="p-5 max-md:p-4">
        <Facts facts={facts.filter(({ below }) => !below)} />
        {facts
          .filter(({ below }) => below)
          .map(({ name, value }) => (
            <section key={name} aria-label={name} className="mt-4 border-t border-line pt-4">
              <h3 className="text-s font-normal text-ink-2">{name}</h3>
              <p className="wrap-anywhere">{value}</p>
            </section>
          ))}
      </div>
    </Card>
  );
}

function Value({ kind, text, none }: { kind: Field['kind']; text: string; none: string | undefined }) {
  if (text === '' && none) return <span className="text-ink-2">{none}</span>;
  if (kind === 'email') return <Email address={text} />;
  if (kind === 'tel') return <Phone number={text} />;
  if (kind === 'url') return <Website typed={text} />;
  return <bdi className="whitespace-pre-line">{text}</bdi>;
}

export function DetailPlaceholder({ label, className = TWO_COLUMNS }: { label: string; className?: string }) {
  return (
    <Loading label={label}>
      <div className={className}>
        <Card pad className="flex flex-col gap-6">
          {['w-2/5', 'w-3/5', 'w-1/2', 'w-1/3'].map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </Card>
        <Card pad>
          <Skeleton className="h-16 w-full" />
        </Card>
      </div>
    </Loading>
  );
}

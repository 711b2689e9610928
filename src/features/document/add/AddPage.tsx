/** Uploads several files, and adds them together once the landlord has checked the proposals for each file. */
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { counted } from '../../../shared/text.ts';
import { useUnsavedGuard } from '../../../web/forms/leave.client.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { LinkBack } from '../../../web/records/links.client.ts';
import { Button, Icon } from '../../../web/ui/display/Button.tsx';
import { Card } from '../../../web/ui/display/Card.tsx';
import { PageHead } from '../../../web/ui/display/PageHead.tsx';
import { Rows } from '../../../web/ui/table/Rows.tsx';
import { ManyFilesField } from '../../file/ManyFilesField.tsx';
import { useManyUploads } from '../../file/many-uploads.client.ts';
import { propertyChoice } from '../../property/PropertyPicker.tsx';
import { PATHS, useFileOf } from '../document.client.ts';
import type { LinkInput } from '../document.ts';
import { DOCUMENT_TYPES, type DocumentType, TEXTS } from '../listed.ts';
import { twinOf, useUploadRows } from './upload-rows.client.ts';

/** Loaded while the first file uploads. */
const UploadRowCard = lazy(async () => ({ default: (await import('./UploadRowCard.tsx')).UploadRowCard }));

const BUCKET = 'documents';

export function AddPage() {
  const {
    propertyId = '',
    tenantId,
    tenancyId,
    supplierId,
    type: typeParam,
  } = useSearch({ from: '/dashboard/documents/add' });
  const { data: property } = useQuery(propertyChoice(propertyId));
  const navigate = useNavigate();
  const today = useToday();
  const [chosen, setChosen] = useState<DocumentType | undefined>(DOCUMENT_TYPES.find((type) => type === typeParam));
  const area = useRef<HTMLDivElement>(null);
  const link = linkOf({ propertyId, tenantId, tenancyId, supplierId });
  const { rows, busy, receive, confirm, change, drop } = useUploadRows({
    today,
    start: { link, propertyId, type: chosen },
  });
  const uploads = useManyUploads({ bucket: BUCKET, onStored: receive });
  const { mutateAsync: fileOf } = useFileOf();
  const copyOf = useLocation({ select: ({ state }) => state.copyOf });
  const copy = useEffectEvent((file: NonNullable<typeof copyOf>) => {
    void fileOf(file).then(
      (read) => uploads.add([read]),
      () => undefined, // shown in a toast
    );
  });
  useEffect(() => {
    if (copyOf) copy(copyOf);
  }, [copyOf]);
  useUnsavedGuard(rows.length > 0 || uploads.items.length > 0);

  const submit = async () => {
    if (await confirm()) void navigate({ to: PATHS.list, search: link ?? {}, replace: true });
  };
  const choose = (type: DocumentType) => {
    setChosen(type);
    area.current?.querySelector('button')?.focus();
  };
  const where = property ? property.address : undefined;
  return (
    <>
      <PageHead title={TEXTS.addTitle} line={where} back={<LinkBack to={PATHS.list}>{TEXTS.title}</LinkBack>} />
      <div className="flex flex-col gap-5">
        <Card pad>
          <h2 className="text-m tracking-normal">
            {where ? `Drop the papers of ${where} here` : 'Drop your papers here'}
          </h2>
          <p className="mb-3 text-ink-2">
            Add as many as you like. We read them and suggest the type, date and home. You confirm.
          </p>
          <div ref={area}>
            <ManyFilesField label={TEXTS.addTitle} bucket={BUCKET} uploads={uploads} disabled={busy} />
          </div>
        </Card>
        {rows.length > 0 && (
          <form
            aria-label="Check what we suggest"
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
          >
            <Suspense>
              {rows.map((row) => (
                <UploadRowCard
                  key={row.file.url}
                  row={row}
                  twin={twinOf(row, rows)?.file.name}
                  disabled={busy}
                  linked={Boolean(link)}
                  onChange={(name, value) => change(row.file.url, name, value)}
                  onDrop={() => drop(row.file.url)}
                />
              ))}
            </Suspense>
            <div className="flex flex-wrap items-center gap-3">
              <Button
                type="submit"
                variant="primary"
                disabled={uploads.items.some(({ reason }) => !reason)}
                busy={busy ? 'Adding...' : undefined}
              >
                {`Add ${counted(rows.filter((row) => !twinOf(row, rows)).length, 'document')}`}
              </Button>
              {uploads.items.some(({ reason }) => !reason) && (
                <span className="text-s text-ink-2">Wait for the uploads to finish.</span>
              )}
            </div>
          </form>
        )}
        {rows.length === 0 && propertyId && <UsuallyKept chosen={chosen} onChoose={choose} />}
      </div>
    </>
  );
}

type Ids = Record<'propertyId' | 'tenantId' | 'tenancyId' | 'supplierId', string | undefined>;

function linkOf(ids: Ids): LinkInput | undefined {
  const [name] = (['tenantId', 'tenancyId', 'supplierId', 'propertyId'] as const).filter((one) => ids[one]);
  return name && { [name]: ids[name] };
}

const USUAL: [DocumentType, string, string][] = [
  ['agreement', 'Tenancy agreement or written statement', 'Before signing'],
  ['gas', 'Gas safety record', 'Copy to the tenant before moving in, then within 28 days'],
  ['electrical', 'Electrical report', 'Every 5 years'],
  ['epc', 'Energy certificate', 'Every 10 years'],
  ['deposit', 'Deposit: prescribed information', 'Within 30 days of receipt'],
];

type UsualProps = { chosen: DocumentType | undefined; onChoose: (type: DocumentType) => void };

/** 'Add' sets the type of the next files. */
function UsuallyKept({ chosen, onChoose }: UsualProps) {
  return (
    <section aria-labelledby="usual">
      <h2 id="usual" className="mb-3">
        Usually kept for a let house
      </h2>
      <Card>
        <Rows label="Usually kept">
          {USUAL.map(([type, name, when]) => (
            <li key={type} className="flex min-h-[52px] items-center gap-3 px-5 py-2 max-md:px-4">
              <Icon of={CircleDashed} className="flex-none text-ink-3" />
              <span className="min-w-0 flex-1">
                {name} <span className="text-s text-ink-2">{when}</span>
              </span>
              <Button size="small" variant="quiet" aria-pressed={chosen === type} onClick={() => onChoose(type)}>
                {chosen === type ? 'Choose files above' : 'Add'}
                <span className="sr-only"> {name}</span>
              </Button>
            </li>
          ))}
        </Rows>
      </Card>
    </section>
  );
}

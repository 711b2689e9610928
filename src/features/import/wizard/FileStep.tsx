import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { useId } from 'react';
import { toastSignedOut } from '../../../web/http/save.client.ts';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Button, ButtonLink } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { DropArea } from '../../../web/ui/form/DropArea.tsx';
import { Row, Rows } from '../../../web/ui/table/Rows.tsx';
import { fieldsOf, KIND_LABELS, KINDS, type Kind } from '../../import-file/kinds.ts';
import { GUIDES } from '../../import-file/rules/guides.ts';
import { TEMPLATE_WORKBOOK, templateHref, uploadImport } from '../import.client.ts';
import type { Import } from '../import.ts';
import { TEXTS } from '../listed.ts';
import { Imports } from './Imports.tsx';

export function FileStep({ onRead }: { onRead: (file: Import) => void }) {
  const { mutate, isPending, error } = useMutation({
    ...uploadImport,
    onSuccess: (file) => {
      uploadImport.onSuccess(file);
      onRead(file);
    },
    // The error of a rejected file is shown below the field. Only an ended session needs a toast.
    onError: (failed) => toastSignedOut(failed, TEXTS.upload),
  });
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <DropFile busy={isPending} onFile={(file) => mutate(file)} />
        {error && (
          <Banner tone="red" role="alert">
            {error.message}
          </Banner>
        )}
      </div>
      <Card aria-labelledby="import-templates">
        <CardHead id="import-templates" title="Templates">
          <ButtonLink size="small" icon={Download} href={TEMPLATE_WORKBOOK} download>
            Download all in one workbook
          </ButtonLink>
        </CardHead>
        <Rows label="Templates">
          {KINDS.map((kind) => (
            <Row
              key={kind}
              line={requiredLine(kind)}
              end={
                <ButtonLink size="small" icon={Download} href={templateHref(kind)} download>
                  CSV<span className="sr-only"> template for {KIND_LABELS[kind].toLowerCase()}</span>
                </ButtonLink>
              }
            >
              {KIND_LABELS[kind]}
            </Row>
          ))}
        </Rows>
      </Card>
      <Imports />
      <Guides />
    </div>
  );
}

function Guides() {
  return (
    <Card aria-labelledby="import-guides">
      <CardHead id="import-guides" title="Moving to Tenure" />
      <Rows label="Guides">
        {GUIDES.map(({ id, name, steps }) => (
          <Row key={id} line={steps[0]}>
            <Link to="/dashboard/import/guides/$id" params={{ id }}>
              {name}
            </Link>
          </Row>
        ))}
      </Rows>
    </Card>
  );
}

/** Returns 'Needs Address, Town and Postcode'. */
function requiredLine(kind: Kind): string {
  const fields = Object.values(fieldsOf(kind)).flatMap(({ label, required }) => (required ? label : []));
  return `Needs ${new Intl.ListFormat('en-GB').format(fields)}`;
}

function DropFile({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const note = useId();
  return (
    <DropArea
      label="Spreadsheet"
      title="Drop a spreadsheet here"
      accept=".csv,.tsv,.txt,.xlsx,text/csv"
      busy={busy}
      onFile={onFile}
    >
      {(choose) => (
        <>
          <p id={note} className="max-w-[60ch] text-ink-2">
            XLSX or CSV, up to 20 MB and 100,000 rows. Keep one kind of record in each file or sheet.
          </p>
          <Button
            variant="primary"
            className="mt-3"
            aria-describedby={note}
            busy={busy ? 'Reading the file...' : undefined}
            onClick={choose}
          >
            Choose a file
          </Button>
        </>
      )}
    </DropArea>
  );
}

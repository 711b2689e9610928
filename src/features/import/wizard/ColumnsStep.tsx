import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isDay } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { useRights } from '../../../web/http/session.client.ts';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { TabPanel, Tabs } from '../../../web/ui/display/Tabs.tsx';
import { Field } from '../../../web/ui/form/Field.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { KIND_LABELS, KIND_RIGHTS, KINDS } from '../../import-file/kinds.ts';
import { changeImport, checkImport, type SheetChange } from '../import.client.ts';
import type { Import, ImportSheet } from '../import.ts';
import { openCount, sheetLabel } from '../words.ts';
import { CertificateFiles } from './CertificateFiles.tsx';
import { ColumnsTable } from './ColumnsTable.tsx';
import { MissingFields } from './MissingFields.tsx';
import { Questions } from './Questions.tsx';
import { RentSettings } from './RentSettings.tsx';
import { Progress, StepBar } from './Steps.tsx';

type Props = { file: Import; onBack: () => void; onChecked: () => void };

const WRONG = 'main [aria-invalid=true]';

export function ColumnsStep({ file, onBack, onChecked }: Props) {
  const { sheets } = file;
  const [open, setOpen] = useState(() => String(sheets.find(({ kind }) => kind !== null)?.id ?? sheets[0]?.id));
  const [tried, setTried] = useState(false);
  const [share, setShare] = useState(0);
  const [rentFrom, setRentFrom] = useState(file.rent?.from ?? '');
  const change = useMutation(changeImport(file.id));
  const check = useMutation({
    ...checkImport(file.id, setShare),
    onSuccess: async (read) => {
      await checkImport(file.id, setShare).onSuccess(read);
      onChecked();
    },
  });
  // Saving the day, on blur or before the check, does not disable the button: the check waits for the save.
  const isSaving = change.isPending && !change.variables.rent;
  const imported = sheets.filter(({ kind }) => kind !== null);
  const rows = imported.reduce((sum, sheet) => sum + sheet.rows, 0);
  const rentMissing = file.rent !== null && !isDay(rentFrom);
  const problem = imported.length === 0 ? 'Choose what the rows are in at least one sheet.' : undefined;
  const start = () => {
    setTried(true);
    const wrong = sheets.find((sheet) => openCount(sheet) > 0);
    if (!wrong && !rentMissing && !problem) {
      if (file.rent && file.rent.from !== rentFrom) change.mutate({ rent: { ...file.rent, from: rentFrom } });
      return check.mutate();
    }
    if (wrong) setOpen(String(wrong.id));
    // The tab and its errors must be rendered first.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(WRONG)?.focus());
  };
  if (check.isPending) return <Progress label={`Checking ${counted(rows, 'row')}...`} share={share} />;
  const panel = (sheet: ImportSheet) => (
    <Sheet
      sheet={sheet}
      tried={tried}
      onChange={(changed) => change.mutate({ sheets: [{ id: sheet.id, ...changed }] })}
    />
  );
  return (
    <>
      {file.layout && (
        <Banner tone="blue" className="mb-5">
          {file.layout.name} recognised{file.layout.tried ? '' : ' by its documentation: check the columns'}.
          {file.layout.lost.length > 0 && ` Not imported: ${file.layout.lost.join(', ').toLowerCase()}.`}
        </Banner>
      )}
      {sheets.length > 1 ? (
        <Tabs
          label="Sheets"
          value={open}
          onChange={setOpen}
          tabs={sheets.map((sheet) => ({
            value: String(sheet.id),
            label: sheetLabel(sheet),
            ...(openCount(sheet) > 0 ? { errors: openCount(sheet) } : { count: sheet.rows }),
          }))}
        >
          {sheets.map((sheet) => (
            <TabPanel key={sheet.id} value={String(sheet.id)}>
              {panel(sheet)}
            </TabPanel>
          ))}
        </Tabs>
      ) : (
        sheets[0] && panel(sheets[0])
      )}
      {file.rent && (
        <RentSettings
          file={file}
          rent={file.rent}
          tried={tried}
          from={rentFrom}
          onFrom={setRentFrom}
          onChange={(rent) => change.mutate({ rent })}
        />
      )}
      <CertificateFiles file={file} />
      {tried && problem && (
        <Banner tone="red" role="alert" className="mt-5">
          {problem}
        </Banner>
      )}
      <StepBar line="We remember your answers for the next file with these headings.">
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button variant="primary" busy={isSaving ? 'Saving...' : undefined} onClick={start}>
          Check {counted(rows, 'row')}
        </Button>
      </StepBar>
    </>
  );
}

type SheetProps = { sheet: ImportSheet; tried: boolean; onChange: (change: SheetChange) => void };

function Sheet({ sheet, tried, onChange }: SheetProps) {
  const rights = useRights() ?? [];
  const kinds = KINDS.filter((kind) => KIND_RIGHTS[kind].every((right) => rights.includes(right)));
  const hasQuestions = sheet.questions.length > 0;
  return (
    <div className="grid gap-5">
      <Field label={`Rows of ‘${sheet.name}’ are`} className="max-w-[320px]">
        <Select
          value={sheet.kind ?? ''}
          placeholder="Not imported"
          options={kinds.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
          onChange={({ currentTarget: { value } }) => onChange({ kind: KINDS.find((kind) => kind === value) ?? null })}
        />
      </Field>
      {sheet.kind && (
        <>
          <MissingFields sheet={sheet} onChange={(fixed) => onChange({ fixed })} />
          <div
            className={
              hasQuestions ? 'grid grid-cols-[minmax(0,1fr)_340px] items-start gap-5 max-lg:grid-cols-1' : undefined
            }
          >
            <ColumnsTable sheet={sheet} kind={sheet.kind} onChange={(column) => onChange({ columns: [column] })} />
            {hasQuestions && (
              <Questions sheet={sheet} tried={tried} onChange={(column) => onChange({ columns: [column] })} />
            )}
          </div>
        </>
      )}
    </div>
  );
}

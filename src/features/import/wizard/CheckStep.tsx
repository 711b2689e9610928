import { useMutation } from '@tanstack/react-query';
import { createLink, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AppError } from '../../../shared/app-error.ts';
import { counted } from '../../../shared/text.ts';
import { isOutcomeUnknown } from '../../../web/http/save.client.ts';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { StatLink, StatStrip } from '../../../web/ui/display/Facts.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { changeRow } from '../import.client.ts';
import type { Import } from '../import.ts';
import { OUTCOME_LABELS } from '../listed.ts';
import { importedRows, kindsLine, leftOutLine, runLabel, sheetLabel } from '../words.ts';
import { CertificateFiles } from './CertificateFiles.tsx';
import { RowList } from './RowList.tsx';
import { StepBar } from './Steps.tsx';

const route = getRouteApi('/dashboard/import/$id');
const ToRows = createLink(StatLink);

const SHOWN = ['wrong', 'new', 'changed', 'known', 'left_out'] as const;
type Shown = (typeof SHOWN)[number];
const CHOSEN = 'bg-primary-soft shadow-[inset_0_-2px_0_var(--primary)]';

type Props = { file: Import; failure: Error | null; onRun: () => void; onCheck: () => void; onBack: () => void };

export function CheckStep({ file, failure, onRun, onCheck, onBack }: Props) {
  const { show: requestedList, sheet: requestedSheet } = route.useSearch();
  const navigate = route.useNavigate();
  const change = useMutation(changeRow(file.id));
  const { counts } = file;
  const totals: Record<Shown, number> = { ...counts, left_out: counts.left_out + counts.depends };
  // The list stays open when its last row is corrected.
  const [first] = useState(() => SHOWN.find((one) => totals[one] > 0) ?? 'new');
  const show = SHOWN.find((one) => one === requestedList) ?? first;
  const sheets = file.sheets.filter(({ kind }) => kind !== null);
  const sheet = sheets.find(({ id }) => String(id) === requestedSheet)?.id;
  const compare: Record<Shown, string> = {
    wrong: counts.depends > 0 ? `${counted(counts.depends, 'row depends', 'rows depend')} on them` : '',
    new: kindsLine(sheets, 'new'),
    changed: 'See old and new values',
    known: 'Not imported again',
    left_out: '',
  };
  return (
    <>
      {failure && (
        <Banner tone="red" role="alert" className="mb-5">
          <p className="font-bold">Your rows are not imported yet.</p>
          <p>
            {isOutcomeUnknown(failure)
              ? 'We lost the connection. This page will show the result when it is ready.'
              : failure.message}
          </p>
          {failure instanceof AppError && failure.code === 'conflict' && (
            <Button size="small" className="mt-2" onClick={onCheck}>
              Check again
            </Button>
          )}
        </Banner>
      )}
      <StatStrip label="Rows by outcome" compact>
        {SHOWN.map((one) => (
          <ToRows
            key={one}
            to="/dashboard/import/$id"
            params={{ id: file.id }}
            search={(now) => ({ ...now, show: one })}
            replace
            resetScroll={false}
            {...(show === one && { 'aria-current': 'true' as const, className: CHOSEN })}
            name={OUTCOME_LABELS[one]}
            value={
              <span className={one === 'wrong' && totals.wrong > 0 ? 'text-red' : undefined}>
                {totals[one].toLocaleString('en-GB')}
              </span>
            }
            compare={totals[one] > 0 && compare[one]}
          />
        ))}
      </StatStrip>
      {sheets.length > 1 && (
        <Select
          aria-label="Sheet"
          className="mt-5 max-w-[320px]"
          placeholder="All sheets"
          value={sheet === undefined ? '' : String(sheet)}
          options={sheets.map((one) => ({ value: String(one.id), label: sheetLabel(one) }))}
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              search: ({ sheet: _, ...now }) => (value ? { ...now, sheet: value } : now),
              replace: true,
              resetScroll: false,
            })
          }
        />
      )}
      <CertificateFiles file={file} />
      <RowList file={file} outcome={show} sheet={sheet} change={change.mutate} />
      {show === 'left_out' && counts.depends > 0 && (
        <RowList file={file} outcome="depends" sheet={sheet} change={change.mutate} />
      )}
      <StepBar line={`We will not send any emails or reminders. ${leftOutLine(file)}`}>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button
          variant="primary"
          busy={change.isPending ? 'Saving...' : undefined}
          disabled={importedRows(counts) === 0}
          className="max-md:flex-1"
          onClick={onRun}
        >
          {runLabel(counts)}
        </Button>
      </StepBar>
    </>
  );
}

/** Bulk import in five steps. The import is stored on the server, and the URL contains its id and step. */
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useRetry } from '../../web/http/retry.client.ts';
import { isOutcomeUnknown } from '../../web/http/save.client.ts';
import { useSingleFlight } from '../../web/http/single-flight.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead, screenHeading } from '../../web/ui/display/PageHead.tsx';
import { FileMark } from '../../web/ui/form/FileShown.tsx';
import { checkImport, runImport, useImport, useIsUndoing } from './import.client.ts';
import type { Import, ImportRunning } from './import.ts';
import { TEXTS } from './listed.ts';
import { FileStep } from './wizard/FileStep.tsx';
import { Progress, STEPS, type Step, Steps } from './wizard/Steps.tsx';
import { fileLine, runLabel } from './words.ts';

const ColumnsStep = lazy(async () => ({ default: (await import('./wizard/ColumnsStep.tsx')).ColumnsStep }));
const CheckStep = lazy(async () => ({ default: (await import('./wizard/CheckStep.tsx')).CheckStep }));
const ResultStep = lazy(async () => ({ default: (await import('./wizard/ResultStep.tsx')).ResultStep }));

const route = getRouteApi('/dashboard/import/$id');

export function ImportPage() {
  const navigate = useNavigate();
  return (
    <Frame step="file">
      <FileStep onRead={({ id }) => void navigate({ to: '/dashboard/import/$id', params: { id } })} />
    </Frame>
  );
}

export function OpenImportPage() {
  const { id } = route.useParams();
  return <OpenImport key={id} id={id} />;
}

const SUBTITLES: Record<Step, string> = {
  file: 'Choose a file',
  columns: 'Choose what each column is',
  check: 'Check the rows before they are saved',
  import: 'Your rows are being imported',
  result: 'See the result',
};

const STOPPED = new Error('The import stopped before it finished, so we did not save any rows. Start it again.');

type FrameProps = { step: Step; file?: Import | undefined; children: ReactNode };

function Frame({ step, file, children }: FrameProps) {
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) screenHeading()?.focus();
    before.current = step;
  }, [step]);
  return (
    <>
      <PageHead
        title={TEXTS.title}
        line={`Step ${STEPS.indexOf(step) + 1} of ${STEPS.length}: ${SUBTITLES[step].toLowerCase()}`}
        actions={
          file && (
            <div className="flex min-w-0 items-center gap-3">
              <FileMark of={FileSpreadsheet} />
              <p className="min-w-0 wrap-anywhere">
                <b className="block">{file.name}</b>
                <span className="text-s text-ink-2">{fileLine(file)}</span>
              </p>
            </div>
          )
        }
      />
      <Steps current={step} />
      {children}
    </>
  );
}

function stepOf({ state }: Import, requestedStep: string | undefined): Exclude<Step, 'file' | 'import'> {
  if (state === 'imported' || state === 'undone') return 'result';
  return state === 'checked' && requestedStep !== 'columns' ? 'check' : 'columns';
}

/** Ignores progress that was read just before the final state. */
function runningOf({ state, running }: Import, isUndoing: boolean): ImportRunning | null {
  const what = state === 'checked' ? 'import' : 'undo';
  if (running?.what === what && state !== 'undone') return running;
  return state === 'imported' && isUndoing ? { what, percent: 0 } : null;
}

function OpenImport({ id }: { id: string }) {
  const { step: requestedStep } = route.useSearch();
  const navigate = route.useNavigate();
  const [share, setShare] = useState(0);
  const run = useMutation(runImport(setShare));
  const start = useSingleFlight(run.mutate);
  const forget = () => {
    run.reset();
    setSeen(null);
  };
  const plan = checkImport(id, setShare);
  const check = useMutation({
    ...plan,
    onSuccess: async (read) => {
      await plan.onSuccess(read);
      forget();
    },
  });
  const isUndoing = useIsUndoing(id);
  /** The last operation that was seen running, to detect that it ended without a result. */
  const [seen, setSeen] = useState<ImportRunning['what'] | null>(null);
  const query = useImport(id, ({ state }) => isUndoing || (state === 'checked' && isOutcomeUnknown(run.error)));
  const { error, busy, retry } = useRetry(query);
  const { data: file } = query;
  const leave = () => void navigate({ to: '/dashboard/import' });
  if (!file)
    return (
      <Frame step="columns">
        {error ? (
          <div className="flex flex-col items-center gap-3">
            <ErrorState title={TEXTS.upload.failed} reason={error.message} busy={busy} onRetry={retry} />
            <Button onClick={leave}>Choose another file</Button>
          </div>
        ) : (
          <Loading label="Loading the import...">
            <Skeleton className="h-96 w-full" />
          </Loading>
        )}
      </Frame>
    );
  const running = runningOf(file, isUndoing);
  if (running && seen !== running.what) setSeen(running.what);
  if (run.isPending || running?.what === 'import')
    return (
      <Frame step="import" file={file}>
        <Progress label={`${runLabel(file.counts)}...`} share={run.isPending ? share : (running?.percent ?? 0) / 100}>
          You can leave this page. If a row fails, we do not import any of them.
        </Progress>
      </Frame>
    );
  if (running)
    return (
      <Frame step="result" file={file}>
        <Progress label="Undoing the import..." share={running.percent / 100}>
          You can leave this page. If a record cannot be undone, we do not undo any of them.
        </Progress>
      </Frame>
    );
  if (check.isPending)
    return (
      <Frame step="check" file={file}>
        <Progress label="Checking your file again..." share={share} />
      </Frame>
    );
  const step = stepOf(file, requestedStep);
  return (
    <Frame step={step} file={file}>
      <Suspense
        fallback={
          <Loading label="Loading the import...">
            <Skeleton className="h-96 w-full" />
          </Loading>
        }
      >
        {step === 'columns' && (
          <ColumnsStep file={file} onBack={leave} onChecked={() => void navigate({ search: { step: 'check' } })} />
        )}
        {step === 'check' && (
          <CheckStep
            file={file}
            failure={run.error ?? (seen === 'import' ? STOPPED : null)}
            onRun={() => start(file)}
            onCheck={() => check.mutate()}
            onBack={() => {
              forget();
              void navigate({ search: { step: 'columns' } });
            }}
          />
        )}
        {step === 'result' && <ResultStep file={file} hasStopped={seen === 'undo'} onAnother={leave} />}
      </Suspense>
    </Frame>
  );
}

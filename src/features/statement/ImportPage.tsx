/** /dashboard/finance/import: upload, check and import a statement file; list and undo imports. */
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import Upload from 'lucide-react/icons/upload';
import { lazy, type ReactNode, Suspense, useId, useRef } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { toastFailure } from '../../web/http/save.client.ts';
import { LinkBack } from '../../web/records/links.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Icon } from '../../web/ui/display/Button.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { TAKES_FILES, useAddedFiles } from '../../web/ui/form/added-files.client.ts';
import { Imports } from './Imports.tsx';
import { uploadStatement } from './statement.client.ts';
import { TEXTS } from './texts.ts';

const CheckStatement = lazy(async () => ({ default: (await import('./CheckStatement.tsx')).CheckStatement }));

const route = getRouteApi('/dashboard/finance/import');

/** `waiting`: link to imported rows to be reconciled. */
export function ImportPage({ waiting }: { waiting: ReactNode }) {
  const { file } = route.useSearch();
  const navigate = route.useNavigate();
  const { mutate, isPending, error, reset } = useMutation({
    ...uploadStatement,
    onSuccess: ({ id }) => void navigate({ search: { file: id }, replace: true }),
    // Errors in the file appear below the field; session errors in a toast.
    onError: (failed) =>
      failed instanceof AppError && failed.code === 'unauthenticated' && toastFailure(failed, TEXTS.upload),
  });
  const leave = () => {
    reset();
    void navigate({ search: {}, replace: true });
  };
  return (
    <>
      <PageHead
        title={TEXTS.title}
        line={TEXTS.line}
        back={
          <LinkBack to="/dashboard/finance" search={{ tab: 'accounts' }}>
            Bank Accounts
          </LinkBack>
        }
      />
      {file ? (
        <Step number={2} title="Check it">
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <CheckStatement key={file} id={file} onLeave={leave} />
          </Suspense>
        </Step>
      ) : (
        <Step number={1} title="Drop a file">
          <DropFile busy={isPending} onFile={(chosen) => mutate(chosen)} />
          {error && (
            <Banner tone="red" role="alert" className="mt-3">
              {error.message}
            </Banner>
          )}
        </Step>
      )}
      <Step number={file ? 3 : 2} title="Afterwards, and Undo">
        {waiting}
        <Imports />
      </Step>
    </>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8 first-of-type:mt-0">
      <h2 id={id} className="mb-2 text-s font-normal tracking-normal text-ink-2">
        <span className="figures mr-3 text-ink-3">{number}</span>
        {title}
      </h2>
      {children}
    </section>
  );
}

function DropFile({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const area = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const note = useId();
  const onFiles = ([file]: File[]) => file && onFile(file);
  const { over, handlers } = useAddedFiles({ area, off: busy, onFiles });
  return (
    <fieldset
      {...TAKES_FILES}
      {...handlers}
      ref={area}
      aria-label="Statement"
      className={cx(
        'relative flex flex-col items-center gap-[2px] rounded-card border border-dashed px-5 py-8 text-center',
        over ? 'border-focus bg-primary-soft outline-2 outline-focus' : 'border-edge bg-surface',
      )}
    >
      <span className="mb-3 grid size-12 place-items-center rounded-pill bg-sunken text-ink-2">
        {busy ? <span className="spin" aria-hidden="true" /> : <Icon of={Upload} />}
      </span>
      <p className="font-bold pointer-coarse:hidden">{TEXTS.drop}</p>
      <p id={note} className="max-w-[80ch] text-ink-2">
        <span className="pointer-coarse:hidden">or </span>
        <button
          type="button"
          disabled={busy}
          aria-describedby={note}
          className="cursor-pointer font-bold text-link underline after:absolute after:inset-0"
          onClick={() => input.current?.click()}
        >
          choose a file
        </button>
        . {TEXTS.recognised}
      </p>
      <p role="status" className="sr-only">
        {busy && 'Reading the statement...'}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.ofx,.qfx,.qif,text/csv"
        onChange={({ currentTarget }) => {
          const files = Array.from(currentTarget.files ?? []);
          currentTarget.value = ''; // so that the same file can be chosen again
          onFiles(files);
        }}
      />
    </fieldset>
  );
}

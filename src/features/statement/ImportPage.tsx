import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { toastSignedOut } from '../../web/http/save.client.ts';
import { LinkBack } from '../../web/records/links.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { DropArea } from '../../web/ui/form/DropArea.tsx';
import { Imports } from './Imports.tsx';
import { uploadStatement } from './statement.client.ts';
import { TEXTS } from './texts.ts';

const CheckStatement = lazy(async () => ({ default: (await import('./CheckStatement.tsx')).CheckStatement }));

const route = getRouteApi('/dashboard/finance/import');

/** `waiting` links to the imported rows that need a decision. */
export function ImportPage({ waiting }: { waiting: ReactNode }) {
  const { file } = route.useSearch();
  const navigate = route.useNavigate();
  const { mutate, isPending, error, reset } = useMutation({
    ...uploadStatement,
    onSuccess: ({ id }) => void navigate({ search: { file: id }, replace: true }),
    // Errors in the file appear below the field, session errors in a toast.
    onError: (failed) => toastSignedOut(failed, TEXTS.upload),
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
        <Step number={2} title="Check the statement">
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <CheckStatement key={file} id={file} onLeave={leave} />
          </Suspense>
        </Step>
      ) : (
        <Step number={1} title="Add a file">
          <DropFile busy={isPending} onFile={(chosen) => mutate(chosen)} />
          {error && (
            <Banner tone="red" role="alert" className="mt-3">
              {error.message}
            </Banner>
          )}
        </Step>
      )}
      <Step number={file ? 3 : 2} title="Check your imports, or undo one">
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
  const note = useId();
  return (
    <DropArea
      label="Statement"
      title={TEXTS.drop}
      accept=".csv,.tsv,.txt,.ofx,.qfx,.qif,text/csv"
      busy={busy}
      spins
      onFile={onFile}
    >
      {(choose) => (
        <>
          <p id={note} className="max-w-[80ch] text-ink-2">
            <span className="pointer-coarse:hidden">or </span>
            <button
              type="button"
              disabled={busy}
              aria-describedby={note}
              className="cursor-pointer font-bold text-link underline after:absolute after:inset-0"
              onClick={choose}
            >
              choose a file
            </button>
            . {TEXTS.recognised}
          </p>
          <p role="status" className="sr-only">
            {busy && 'Reading the statement...'}
          </p>
        </>
      )}
    </DropArea>
  );
}

/** A complete sign-in page as HTML, rendered at build time only. */
import Alert from 'lucide-react/icons/circle-alert';
import CheckMark from 'lucide-react/icons/circle-check';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { TrialExpired } from '../../features/billing/TrialExpired.tsx';
import { DocumentHead, type DocumentSources } from '../../web/ui/brand/DocumentHead.tsx';
import { Mark } from '../../web/ui/brand/Mark.tsx';
import { AUTH_MARKS, AUTH_PAGES, type AuthPage } from './auth-pages.ts';

export type AuthDocumentProps = DocumentSources & {
  page: AuthPage;
  signedIn: boolean;
  /** URLs of the dashboard's code, preloaded while the person types. */
  appCode: readonly string[];
};

const SYMBOLS = { alert: Alert, check: CheckMark, eye: Eye, 'eye-off': EyeOff };

export function AuthDocument({ page, signedIn, script, stylesheet, appCode }: AuthDocumentProps) {
  const { title, heading, line } = { line: undefined, ...AUTH_PAGES[page] };
  return (
    <html lang="en-GB">
      <DocumentHead
        title={title}
        description={`${heading}. ${line ?? 'Tenure, for landlords in the United Kingdom.'}`}
        script={script}
        stylesheet={stylesheet}
      >
        <meta name="robots" content="noindex" />
      </DocumentHead>
      <body data-app-code={appCode.join(' ') || undefined}>
        {AUTH_MARKS.demonstration}
        <main id="main">
          <div className="column">
            <a className="brand" href="/">
              <Mark className="mark" />
              Tenure
            </a>
            <h1>{heading}</h1>
            {line && <p className="line">{line}</p>}
            <div className="notices" aria-live="polite">
              {AUTH_MARKS.notice}
            </div>
            {page === 'trial-expired' ? <TrialExpired signedIn={signedIn} /> : AUTH_MARKS.form}
            {page === 'login' && (
              <p className="small">
                <a href="/forgot-password">Forgot your password?</a>
              </p>
            )}
            {AUTH_MARKS.elsewhere}
          </div>
        </main>
        <div hidden>
          {DRAWN_STREET}
          <svg aria-hidden="true">
            {Object.entries(SYMBOLS).map(([id, Shape]) => (
              <symbol key={id} id={id} viewBox="0 0 24 24">
                <Shape strokeWidth={1.75} />
              </symbol>
            ))}
          </svg>
        </div>
        <svg className="street" aria-hidden="true">
          <defs>
            <pattern id="row" width="1484" height="96" patternUnits="userSpaceOnUse">
              <use href="#street" width="1484" height="96" />
            </pattern>
          </defs>
          <rect width="100%" height="96" fill="url(#row)" />
        </svg>
      </body>
    </html>
  );
}

/** Placeholder that the build replaces with the street drawing. */
export const DRAWN_STREET = '%STREET%';

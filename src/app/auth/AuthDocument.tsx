/** A whole page before the dashboard as HTML: the mark, one column, the street along the foot. Rendered at build, never in the browser. */
import Alert from 'lucide-react/icons/circle-alert';
import CheckMark from 'lucide-react/icons/circle-check';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { TrialExpired } from '../../features/billing/TrialExpired.tsx';
import { Mark } from '../../web/ui/brand/Mark.tsx';
import { AUTH_MARKS, AUTH_PAGES, type AuthPage } from './auth-pages.ts';

export type AuthDocumentProps = {
  page: AuthPage;
  signedIn: boolean;
  /** Address of the pages' one script. */
  script: string;
  /** Address of the styles while developing; null leaves %STYLES% and %THEME% for the build to fill. */
  stylesheet: string | null;
  /** Addresses of the dashboard's code, which the script has fetched while the person types. */
  appCode: readonly string[];
};

/** Shown by <use>, each once a page. */
const SYMBOLS = { alert: Alert, check: CheckMark, eye: Eye, 'eye-off': EyeOff };

export function AuthDocument({ page, signedIn, script, stylesheet, appCode }: AuthDocumentProps) {
  const { title, heading, line } = { line: undefined, ...AUTH_PAGES[page] };
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · Tenure`}</title>
        <meta name="description" content={`${heading}. ${line ?? 'Tenure, for landlords in the United Kingdom.'}`} />
        <meta name="theme-color" content="#faf9f6" />
        {stylesheet ? <script src="/theme.js" /> : <script>%THEME%</script>}
        {stylesheet ? <link rel="stylesheet" href={stylesheet} /> : <style>%STYLES%</style>}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <script type="module" src={script} />
      </head>
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

/** The build puts the drawing of the street in its place. */
export const DRAWN_STREET = '%STREET%';

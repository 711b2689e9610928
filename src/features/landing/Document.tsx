/** A whole public page as HTML: head, header, the page itself, footer. Rendered at build, never in the browser. */
import { Landing } from './Landing.tsx';
import { Footer, Header } from './PageFrame.tsx';
import { Privacy } from './Privacy.tsx';
import { MARKS, PAGES, type PageName, type Pictures } from './page.ts';
import { Terms } from './Terms.tsx';

export type DocumentProps = {
  page: PageName;
  signedIn: boolean;
  /** Address of the pages' one script. */
  script: string;
  /** Address of the styles while developing; null leaves %STYLES% and %THEME% for the build to fill: a phone then asks for nothing before it paints. */
  stylesheet: string | null;
  pictures: Pictures;
};

export function Document({ page, signedIn, script, stylesheet, pictures }: DocumentProps) {
  const { title, description } = PAGES[page];
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · Tenure`}</title>
        <meta name="description" content={description} />
        <meta name="theme-color" content="#faf9f6" />
        {stylesheet ? <script src="/theme.js" /> : <script>%THEME%</script>}
        {stylesheet ? <link rel="stylesheet" href={stylesheet} /> : <style>%STYLES%</style>}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <script type="module" src={script} />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <Header signedIn={signedIn} />
        {MARKS.demonstration}
        <main id="main" tabIndex={-1}>
          {page === 'landing' && <Landing signedIn={signedIn} pictures={pictures} />}
          {page === 'terms' && <Terms />}
          {page === 'privacy' && <Privacy />}
        </main>
        <Footer />
        <div className="notices" aria-live="polite">
          {MARKS.notice}
        </div>
      </body>
    </html>
  );
}

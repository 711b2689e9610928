/** A complete public page, rendered at build time only. */
import { DocumentHead, type DocumentSources } from '../../web/ui/brand/DocumentHead.tsx';
import { Landing } from './Landing.tsx';
import { Footer, Header } from './PageFrame.tsx';
import { Privacy } from './Privacy.tsx';
import { MARKS, PAGES, type PageName, type Pictures } from './page.ts';
import { Terms } from './Terms.tsx';

export type DocumentProps = DocumentSources & { page: PageName; signedIn: boolean; pictures: Pictures };

export function Document({ page, signedIn, script, stylesheet, pictures }: DocumentProps) {
  const { title, description } = PAGES[page];
  return (
    <html lang="en-GB">
      <DocumentHead title={title} description={description} script={script} stylesheet={stylesheet} />
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

import type { ReactNode } from 'react';

export type DocumentSources = {
  script: string;
  /** The stylesheet's URL in development. Null in a build, which inlines %STYLES% and %THEME% to save requests. */
  stylesheet: string | null;
};

/** The same file as in font.css; font.test.ts compares them. */
const FONT = '/assets/inter-1471dc20.woff2';

type DocumentHeadProps = DocumentSources & { title: string; description: string; children?: ReactNode };

export function DocumentHead({ title, description, script, stylesheet, children }: DocumentHeadProps) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${title} · Tenure`}</title>
      <meta name="description" content={description} />
      <meta name="theme-color" content="#faf9f6" />
      <link rel="preload" href={FONT} as="font" type="font/woff2" crossOrigin="anonymous" />
      {children}
      {stylesheet ? <script src="/theme.js" /> : <script>%THEME%</script>}
      {stylesheet ? <link rel="stylesheet" href={stylesheet} /> : <style>%STYLES%</style>}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <script type="module" src={script} />
    </head>
  );
}

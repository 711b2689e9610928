/** An address that is none of ours. The server answers such an address with the status 404 as well. */

import { Brand } from '../../web/ui/brand/Mark.tsx';
import { Street } from '../../web/ui/brand/Street.tsx';
import { buttonClass } from '../../web/ui/display/Button.tsx';
import { useTitle } from './page-change.client.ts';

export function NotFound() {
  useTitle('Page not found');
  return (
    <>
      <main id="main" className="grid flex-1 place-items-center px-4 py-10">
        <div className="w-full max-w-[360px]">
          <a href="/" className="mb-10 inline-block rounded-control no-underline">
            <Brand />
          </a>
          <p className="mb-1 text-ink-2">404</p>
          <h1 tabIndex={-1} className="mb-2">
            Oops! Page not found
          </h1>
          <p className="mb-5 text-ink-2">Nothing lives at this address. Perhaps it moved, or there is a slip in it.</p>
          <a href="/" className={buttonClass({ variant: 'primary' })}>
            Return to Home
          </a>
        </div>
      </main>
      <Street className="mb-4" />
    </>
  );
}

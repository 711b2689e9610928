/** Layout of the screens opened from an emailed link, matching the sign-in pages in app/auth. */
import type { ReactNode } from 'react';
import { Brand, Street } from '../../web/ui/brand/Mark.tsx';

type Props = { title: string; line?: ReactNode; children: ReactNode };

export function AuthLayout({ title, line, children }: Props) {
  return (
    <>
      <main id="main" className="grid flex-1 place-items-center px-4 py-10">
        <div className="w-full max-w-[360px]">
          <a href="/" className="mb-10 inline-block rounded-control no-underline max-md:mb-8">
            <Brand />
          </a>
          <h1 tabIndex={-1} className={line ? 'mb-2' : 'mb-5'}>
            {title}
          </h1>
          {line && <p className="mb-5 text-ink-2">{line}</p>}
          {children}
        </div>
      </main>
      <Street className="mb-4" />
    </>
  );
}

/** Link below the form to another page. */
export function Elsewhere({ children }: { children: ReactNode }) {
  return <p className="mt-5 border-t border-line pt-4 text-s text-ink-2">{children}</p>;
}

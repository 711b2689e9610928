import { Menu } from 'lucide-react';
import { MARKS } from './page.ts';

const ANCHORS = [
  { href: '/#features', label: 'Features' },
  { href: '/#pricing', label: 'Pricing' },
  { href: '/#contact', label: 'Contact' },
] as const;

export function Header({ signedIn }: { signedIn: boolean }) {
  return (
    <header className="top">
      <div className="w">
        <Brand />
        <nav className="wide" aria-label="Main">
          <Anchors />
        </nav>
        <div className="end">
          {signedIn ? (
            <a className="button primary" href="/dashboard">
              Dashboard
            </a>
          ) : (
            <>
              <a className="button quiet wide" href="/login">
                Log in
              </a>
              <a className="button primary" href="/signup">
                Sign up
              </a>
            </>
          )}
          <details className="menu narrow">
            <summary className="button quiet" aria-label="Menu">
              <Menu aria-hidden />
            </summary>
            <nav aria-label="Menu">
              <Anchors />
              {!signedIn && <a href="/login">Log in</a>}
            </nav>
          </details>
        </div>
      </div>
    </header>
  );
}

export function Footer() {
  return (
    <footer className="foot">
      <div className="w">
        <Brand />
        <nav aria-label="Footer">
          <Anchors />
          <a href="/terms">Terms</a>
          <a href="/privacy">Privacy</a>
        </nav>
        <p>© {MARKS.year} Tenure</p>
      </div>
    </footer>
  );
}

function Anchors() {
  return ANCHORS.map(({ href, label }) => (
    <a key={href} href={href}>
      {label}
    </a>
  ));
}

function Brand() {
  return (
    <a className="brand" href="/">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path
          fillRule="evenodd"
          d="M22 3v3.6L17.2 2.9a2 2 0 0 0-2.4 0L3.8 11.3A2 2 0 0 0 3 12.9V28a2 2 0 0 0 2 2h9V18H9a1 1 0 0 1-1-1v-2a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1h-5v12h9a2 2 0 0 0 2-2V12.9a2 2 0 0 0-.8-1.6L26 9.7V3a1 1 0 0 0-1-1h-2a1 1 0 0 0-1 1Z"
        />
      </svg>
      Tenure
    </a>
  );
}

/** Measures page speed on a phone with Lighthouse: slow 4G and a processor that is four times slower. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { provideChromium } from '../chromium.mjs';
import { freePort } from '../free-port.mjs';
import { run } from '../set-up/run.mjs';
import { checkout } from '../set-up.mjs';
import { spreadOf } from './spread.ts';

const LIGHTHOUSE = 'lighthouse@12.8.2';

/** Goals are minimum scores, and maximum milliseconds, layout shift and bytes. */
export type PageToOpen = {
  name: string;
  path: string;
  /** The reader opens the page, not a visitor. */
  signedIn?: boolean;
  /** Adds a row for a second visit with a warm cache. */
  again?: { largest: number };
  goal: Partial<Figures>;
};

/** Scores out of 100; milliseconds to first and largest paint and of blocking; layout shift; bytes of script. */
type Figures = Record<
  (typeof SCORES)[number] | 'first' | 'largest' | 'blocking' | 'shift' | 'script' | 'requests',
  number
>;
export type OpenedPage = { name: string; goal: Partial<Figures> } & Figures;

const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const LIST = { largest: 2500, shift: 0.01, script: 170_000 } as const;

export const PAGES: readonly PageToOpen[] = [
  {
    name: 'Landing',
    path: '/',
    goal: {
      performance: 100,
      accessibility: 100,
      'best-practices': 100,
      seo: 100,
      first: 800,
      largest: 1400,
      script: 10_000,
    },
  },
  { name: 'Login', path: '/login', goal: { largest: 1200, script: 30_000 } },
  { name: 'Sign-up', path: '/signup', goal: { largest: 1200, script: 30_000 } },
  {
    name: 'Dashboard',
    path: '/dashboard',
    signedIn: true,
    again: { largest: 1000 },
    goal: { largest: 2000, blocking: 50, script: 150_000 },
  },
  {
    name: 'Properties',
    path: '/dashboard/properties',
    signedIn: true,
    again: { largest: 1000 },
    goal: LIST,
  },
  { name: 'Tenants', path: '/dashboard/tenants', signedIn: true, again: { largest: 1000 }, goal: LIST },
  { name: 'Rent', path: '/dashboard/rent', signedIn: true, again: { largest: 1000 }, goal: LIST },
  { name: 'Finance', path: '/dashboard/finance', signedIn: true, again: { largest: 1000 }, goal: LIST },
];

/** Opens each page in a new browser in each of several rounds, and returns medians. */
export async function measurePages(
  pages: readonly PageToOpen[],
  { origin, cookie, rounds }: { origin: string; cookie: string; rounds: number },
): Promise<OpenedPage[]> {
  const program = await installLighthouse();
  const rows: OpenedPage[] = [];
  for (const { name, path, signedIn, again, goal } of pages) {
    const first: Figures[] = [];
    const second: Figures[] = [];
    for (let round = 0; round < rounds; round++) {
      const port = await freePort();
      const args = [`--remote-debugging-port=${port}`];
      const browser = await chromium.launch({ executablePath: await provideChromium(), args });
      try {
        const visit = { program, url: origin + path, port, cookie: signedIn ? cookie : '' };
        // A failed visit is repeated, as Lighthouse sometimes misses the start of a navigation (NO_NAVSTART).
        const open = (...flags: string[]) =>
          runLighthouse({ ...visit, flags }).catch(() => runLighthouse({ ...visit, flags }));
        first.push(await open());
        if (again) second.push(await open('--disable-storage-reset'));
      } finally {
        await browser.close();
      }
    }
    rows.push({ name, goal, ...medians(first) });
    if (again) rows.push({ name: `${name}, again`, goal: again, ...medians(second) });
  }
  return rows;
}

/** Installs Lighthouse separately, as it would enlarge the product's packages by a third. */
async function installLighthouse(): Promise<string> {
  const folder = join(checkout, 'node_modules/.cache/lighthouse');
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run(['npm', 'install', '--prefix', folder, ...options, LIGHTHOUSE], {
    cwd: checkout,
    failure: `${LIGHTHOUSE} could not be installed.`,
  });
  return join(folder, 'node_modules/lighthouse/cli/index.js');
}

type Visit = { program: string; url: string; port: number; cookie: string; flags: string[] };

async function runLighthouse({ program, url, port, cookie, flags }: Visit): Promise<Figures> {
  const args = [
    program,
    url,
    `--port=${port}`,
    '--throttling-method=devtools',
    `--only-categories=${SCORES.join(',')}`,
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
    ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
    ...flags,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 256 * 1024 * 1024 });
  return figuresOf(JSON.parse(stdout) as Result);
}

type Result = {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items: Request[] } }>;
};
type Request = { resourceType?: string; transferSize?: number };

function figuresOf({ runtimeError, categories, audits }: Result): Figures {
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
  const milliseconds = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details?.items ?? [];
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script');
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    first: milliseconds('first-contentful-paint'),
    largest: milliseconds('largest-contentful-paint'),
    blocking: milliseconds('total-blocking-time'),
    shift: milliseconds('cumulative-layout-shift'),
    script: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    requests: requests.length,
  };
}

function medians(rounds: readonly Figures[]): Figures {
  const names = Object.keys(rounds[0] ?? {}) as (keyof Figures)[];
  return Object.fromEntries(
    names.map((name) => [name, spreadOf(rounds.map((round) => round[name])).median]),
  ) as Figures;
}

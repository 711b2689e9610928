/** Live changes in the browser tests: when a page is sure to hear of them, what it hears, and how many streams its browser has. */
import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import type { LiveChange } from '../src/shared/live-change.ts';
import { statement } from './database.ts';
import type { Landlord } from './landlords.ts';
import type { RunningServer } from './server.ts';

type Someone = Pick<Landlord, 'id'>;

const channelOf = ({ id }: Someone) => `tenure.live.${id}`;

/**
 * Waits until these pages of one landlord hear of changes: until a notice that changes nothing has come to each, and with it all that
 * was told before.
 */
export async function hearing(server: RunningServer, landlord: Someone, ...pages: Page[]): Promise<void> {
  const notice = { landlord: landlord.id, table: 'bank_accounts', operation: 'reload', id: null };
  await expect(async () => {
    const heard = pages.map((page) => page.evaluate(hearsSomething, channelOf(landlord)));
    await statement(server, `select pg_notify('tenure_live', $1)`, [JSON.stringify(notice)]);
    expect(await Promise.all(heard)).toEqual(pages.map(() => true));
  }).toPass();
}

/** In the page: whether it is told of something within two seconds. */
async function hearsSomething(name: string): Promise<boolean> {
  const channel = new BroadcastChannel(name);
  const heard = await new Promise<boolean>((resolve) => {
    channel.addEventListener(
      'message',
      ({ data }: MessageEvent<{ what: string }>) => data.what === 'change' && resolve(true),
    );
    setTimeout(() => resolve(false), 2_000);
  });
  channel.close();
  return heard;
}

/** Writes down all that the tabs of this landlord tell each other in the browser of `page`, from now on. */
export async function overhear(page: Page, landlord: Someone): Promise<{ changes(): Promise<LiveChange[]> }> {
  const heard = await page.evaluateHandle((name) => {
    const changes: LiveChange[] = [];
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', ({ data }: MessageEvent<{ change?: LiveChange }>) => {
      if (data.change) changes.push(data.change);
    });
    return { changes, channel };
  }, channelOf(landlord));
  return { changes: () => heard.evaluate(({ changes }) => changes) };
}

/** Counts the streams that a browser asks for from now on, and those of them that are open. */
export function countStreams(context: BrowserContext): { asked(): number; open(): number } {
  let asked = 0;
  const open = new Set<Request>();
  const isOver = (request: Request) => void open.delete(request);
  context.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/events') return;
    asked += 1;
    open.add(request);
  });
  context.on('requestfinished', isOver);
  context.on('requestfailed', isOver);
  // Of a tab that is closed no request is told to have ended.
  context.on('page', (page) => page.on('close', forget(page)));
  for (const page of context.pages()) page.on('close', forget(page));
  function forget(page: Page): () => void {
    return () => [...open].filter((request) => request.frame().page() === page).forEach(isOver);
  }
  return { asked: () => asked, open: () => open.size };
}

import type { Context } from 'hono';
import type { Files } from '../../outside/files/files.ts';
import { sendDownload } from '../../server/http/downloads/downloads.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { pathOf } from '../file/store.server.ts';
import type { InspectionRecord } from '../inspection/inspection.ts';
import { type ReadPhoto, reportPdf } from './report.server.ts';
import { reportName, reportOf } from './report.ts';

export const BUSY = {
  already: 'A report is already downloading. Wait for it to finish, or stop it.',
  full: 'Several people are downloading reports. Try again in a minute.',
};

/** Reads the smaller image that is stored with each photo. */
function cardsFrom(files: Files): ReadPhoto {
  return async ({ url }) => {
    const [, bucket = '', path = ''] = /^\/api\/files\/([^/]+)\/(.+)$/.exec(url) ?? [];
    const content = await files.get(pathOf({ bucket, path }, 'card'));
    return content && new Uint8Array(await new Response(content).arrayBuffer());
  };
}

type Sending = {
  record: InspectionRecord;
  /** Takes a slot, and returns the function that releases it. */
  enter: () => () => void;
  timeoutMs?: number | undefined;
};

/** Streams the report as it is written. Throws `too_many_attempts` if no slot is free. */
export function sendReport(
  { files }: Pick<Services, 'files'>,
  c: Context<AppEnv>,
  { record, enter, timeoutMs }: Sending,
): Response {
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${reportName(record)}"`,
    'cache-control': 'private, no-store',
  };
  if (c.req.method === 'HEAD') return c.body(null, 200, headers);
  const leave = enter();
  const content = reportPdf(reportOf(record), cardsFrom(files));
  const end = async () => {
    leave();
    await content.return(undefined);
  };
  return c.body(sendDownload(c, { content, end, timeoutMs }), 200, headers);
}

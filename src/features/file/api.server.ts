/** /api/files: taking a file in, and giving it back to whom it belongs. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { answer, failures, router } from '../../server/http/routes.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import type { Access } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { BUCKET_NAMES, type BucketName, isBucket, PHOTO_SIZES, type PhotoSize, StoredFile } from './file.ts';
import { sendFile } from './serve.server.ts';
import { refuseOverLimit } from './storage.server.ts';
import { getFile, readUploader } from './store.server.ts';
import { keepUpload, type ReceiveLimits, receiveBytes, uploadRoom } from './upload.server.ts';

const tags = ['Files'];
const NO_SPACE =
  'The server is short of disk space, so no file can be uploaded just now. Everything else is saved as usual.';
const bytes = z.string().meta({ format: 'binary' });
const bucket = z.string().describe(BUCKET_NAMES.join(', '));

const upload = createRoute({
  operationId: 'uploadFile',
  method: 'post',
  path: '/api/files/{bucket}',
  tags,
  summary: 'Upload a file: its bytes are the body',
  request: {
    params: z.object({ bucket }),
    query: z.object({ name: z.string().min(1).max(2000).describe('As the file is called on your machine') }),
    body: { required: true, content: { 'application/octet-stream': { schema: bytes } } },
  },
  responses: {
    201: answer(StoredFile, 'Where it is kept; name it in a record within a day'),
    ...failures.input,
    ...failures.signedIn,
    ...failures.found,
    ...failures.upload,
  },
});

const read = createRoute({
  operationId: 'readFile',
  method: 'get',
  path: '/api/files/{bucket}/{owner}/{name}',
  tags,
  summary: 'Read a file, whole or in part',
  request: {
    params: z.object({ bucket, owner: z.string(), name: z.string() }),
    query: z.object({
      size: z
        .enum(Object.keys(PHOTO_SIZES) as [PhotoSize, ...PhotoSize[]])
        .optional()
        .describe('A photo made smaller'),
    }),
  },
  responses: {
    200: { description: 'The file', content: { '*/*': { schema: bytes } } },
    206: { description: 'The part that Range asked for', content: { '*/*': { schema: bytes } } },
    304: { description: 'Still as If-None-Match has it' },
    416: { description: 'It has no such part' },
    400: failures.input[400],
    ...failures.signedIn,
    ...failures.found,
  },
});

/** `limits` say how long an upload may take, where not the usual. */
export function fileApi(services: Services, limits: ReceiveLimits = {}) {
  const room = uploadRoom();
  return router()
    .openapi(upload, async (c) => {
      const bucket = c.req.param('bucket') ?? '';
      if (!isBucket(bucket)) throw new AppError('not_found');
      const { name } = c.req.valid('query');
      // The session is checked before the first byte is read, and again before the file is kept.
      const access = accessOf(bucket);
      const uploader = await withUser(services, c, access, async (db) => {
        await refuseOverLimit(db, 1);
        return readUploader(db, services.clock.now());
      });
      if (!services.settings.s3 && (await services.shortOfSpace()))
        throw new AppError('storage_full', { message: NO_SPACE });
      const { signal } = c.req.raw;
      const leave = await room.enter({ ...uploader, signal });
      try {
        const bytes = await receiveBytes(c.req.raw, limits);
        const file = await keepUpload(services, (work) => withUser(services, c, access, work), {
          owner: uploader.owner,
          bucket,
          name,
          bytes,
          signal,
        });
        c.header('location', file.url);
        return c.json(file, 201);
      } finally {
        leave();
      }
    })
    .openapi(read, async (c) => {
      const url = fileUrlOf(c);
      const file = await readAsUser(services, c, accessOf(c.req.param('bucket')), (db) => getFile(db, url));
      if (!file) throw new AppError('not_found');
      return sendFile(services, c, { file, size: c.req.valid('query').size });
    });
}

/** Finance stays open after the trial, and the files of its transactions with it. */
function accessOf(bucket: string): Access {
  return bucket === ('transaction-files' satisfies BucketName) ? 'open' : 'guarded';
}

/** The url that the request names, in the shape of those on the list. */
function fileUrlOf(c: Context<AppEnv>): string {
  const { bucket = '', owner = '', name = '' } = c.req.param();
  const url = `/api/files/${bucket}/${owner}/${name}`;
  if (!/^[\w./-]{1,300}$/.test(url)) throw new AppError('not_found');
  return url;
}

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { answer, failures, fileAnswer, fileBody, needs, router } from '../../server/http/routes.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import type { Access, AsOwner, UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { BUCKET_NAMES, type BucketName, isBucket, PHOTO_SIZE_NAMES, StoredFile } from './file.ts';
import { sendFile } from './serve.server.ts';
import { assertQuota } from './storage.server.ts';
import { getFile, readUploader } from './store.server.ts';
import { type ReceiveLimits, storeUpload, uploadReceiver } from './upload.server.ts';

const tags = ['Files'];
const NO_SPACE = 'The server is low on disk space, so you cannot upload files. You can still save other changes.';
const bucket = z.string().describe(BUCKET_NAMES.join(', '));

const upload = createRoute({
  operationId: 'uploadFile',
  method: 'post',
  ...needs('any'),
  path: '/api/files/{bucket}',
  tags,
  summary: 'Upload a file as the request body',
  request: {
    params: z.object({ bucket }),
    query: z.object({ name: z.string().min(1).max(2000).describe('Original file name') }),
    body: fileBody(),
  },
  responses: {
    201: answer(StoredFile, 'The stored file; add its url to a record within a day'),
    ...failures.input,
    ...failures.signedIn,
    ...failures.found,
    ...failures.upload,
  },
});

const read = createRoute({
  operationId: 'readFile',
  method: 'get',
  ...needs('any'),
  path: '/api/files/{bucket}/{owner}/{name}',
  tags,
  summary: 'Download a file or a range of it',
  request: {
    params: z.object({ bucket, owner: z.string(), name: z.string() }),
    query: z.object({
      size: z.enum(PHOTO_SIZE_NAMES).optional().describe('A smaller size of a photo'),
    }),
  },
  responses: {
    200: fileAnswer('The file', '*/*'),
    206: fileAnswer('The requested range', '*/*'),
    304: { description: 'Unchanged since the version in If-None-Match' },
    416: { description: 'The range is outside the file' },
    400: failures.input[400],
    ...failures.signedIn,
    ...failures.found,
  },
});

/** Returns whether a file may only be opened through its record. */
type IsHidden = (db: UserDb, url: string) => Promise<boolean>;

/** `limits` overrides the default upload timeouts. */
export function fileApi(services: Services, limits: ReceiveLimits = {}, isHidden: IsHidden = async () => false) {
  const receive = uploadReceiver(limits);
  return router()
    .openapi(upload, async (c) => {
      const bucket = c.req.param('bucket') ?? '';
      if (!isBucket(bucket)) throw new AppError('not_found');
      const { name } = c.req.valid('query');
      // The session is checked before reading the body, and again before storing the file.
      const access = accessOf(bucket);
      const uploader = await withUser(services, c, access, async (db) => {
        await assertQuota(db, 1);
        return readUploader(db, services.clock.now());
      });
      if (!services.settings.s3 && (await services.shortOfSpace()))
        throw new AppError('insufficient_storage', { message: NO_SPACE });
      const asOwner: AsOwner = (work) => withUser(services, c, access, work);
      const file = await receive(c.req.raw, uploader, (received) =>
        storeUpload(services, asOwner, { ...received, bucket, name }),
      );
      c.header('location', file.url);
      return c.json(file, 201);
    })
    .openapi(read, async (c) => {
      const url = fileUrlOf(c);
      const file = await readAsUser(services, c, accessOf(c.req.param('bucket')), async (db) =>
        c.req.param('bucket') === ('documents' satisfies BucketName) && (await isHidden(db, url))
          ? undefined
          : getFile(db, url),
      );
      if (!file) throw new AppError('not_found');
      return sendFile(services, c, { file, size: c.req.valid('query').size });
    });
}

/** Files of transactions stay available after the trial, like Finance. */
function accessOf(bucket: string): Access {
  return bucket === ('transaction-files' satisfies BucketName) ? 'open' : 'guarded';
}

function fileUrlOf(c: Context<AppEnv>): string {
  const { bucket = '', owner = '', name = '' } = c.req.param();
  const url = `/api/files/${bucket}/${owner}/${name}`;
  if (!/^[\w./-]{1,300}$/.test(url)) throw new AppError('not_found');
  return url;
}

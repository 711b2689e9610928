/** Examples from Amazon's reference. */
import { expect, it } from 'vitest';
import { signed } from './signature.server.ts';

const place = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

it.each<[path: string, headers: Record<string, string>, signature: string]>([
  ['/test.txt', { range: 'bytes=0-9' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  ['/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('signs GET %s with %j as Amazon does', (path, headers, signature) => {
  const url = `https://examplebucket.s3.amazonaws.com${path}`;
  const signedHeaders = { ...headers, 'x-amz-content-sha256': EMPTY };
  const { authorization } = signed(place, {
    method: 'GET',
    url,
    headers: signedHeaders,
    at: new Date('2013-05-24T00:00:00Z'),
  });
  expect(authorization).toMatch(`Signature=${signature}`);
});

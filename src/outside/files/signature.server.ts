/** AWS Signature Version 4 (S3 API reference, 'Signature Calculations for the Authorization Header'). */
import { createHash, createHmac } from 'node:crypto';

export type S3Key = { region: string; accessKeyId: string; secretAccessKey: string };

type Signing = { method: string; url: string; headers?: Record<string, string>; at: Date };

/** Returns the headers with the signature. The body is unsigned without 'x-amz-content-sha256'. */
export function signed(
  { region, accessKeyId, secretAccessKey }: S3Key,
  { method, url, headers = {}, at }: Signing,
): Record<string, string> {
  const { host, pathname, search } = new URL(url);
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const signedHeaders = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...headers, 'x-amz-date': time };
  const lines = Object.entries({ ...signedHeaders, host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = lines.map(([name]) => name).join(';');
  const query = search.slice(1).split('&').sort().join('&');
  const canonical = [method, pathname, query, ...lines.map(([name, value]) => `${name}:${value.trim()}`), '', names];
  const request = [...canonical, signedHeaders['x-amz-content-sha256']].join('\n');
  const steps = [time.slice(0, 8), region, 's3', 'aws4_request'];
  const scope = steps.join('/');
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(request).digest('hex')].join('\n');
  const hmac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest();
  const signature = hmac(steps.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`), text).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`;
  return { ...signedHeaders, authorization };
}

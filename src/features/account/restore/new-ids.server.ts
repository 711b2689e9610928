/** New ids in place of those of a download. */
import { createHmac, randomBytes } from 'node:crypto';

/** The same id for the same one. Its first half stays, so that the order of ids and their times do. */
export function newIds(key: Buffer = randomBytes(32)): (id: string) => string {
  return (id) => {
    const digest = createHmac('sha256', key).update(id).digest();
    digest.writeUInt8((digest.readUInt8(0) & 0x3f) | 0x80, 0);
    const half = digest.toString('hex', 0, 8);
    return `${id.slice(0, 18)}-${half.slice(0, 4)}-${half.slice(4)}`;
  };
}

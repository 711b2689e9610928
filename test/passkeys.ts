/** An authenticator in software: it makes passkeys and uses them as a browser's device does. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { MadePasskey, PasskeyOptions, UsedPasskey } from '../src/features/account/passkey/passkey.ts';
import { PasskeyOptions as Options } from '../src/features/account/passkey/passkey.ts';
import type { Browser } from './browser.ts';
import type { Landlord } from './landlords.ts';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const [UV, MADE] = [0x05, 0x45];

/** What it says when it is used: how often it was, that it asked who is there (UV), and the site that asks. */
type Use = { counter?: number; flags?: number; at?: string };

/** Of one passkey for the site at `origin`. */
export function authenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const own = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' } as const;
  let handle = '';
  const data = (flags: number, counter: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count]);
  };
  const client = (type: string, { challenge }: PasskeyOptions, at = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  return {
    id: own.id,
    make(options: PasskeyOptions): MadePasskey {
      handle = (options.user as { id: string }).id;
      // The public key as COSE, in CBOR by hand: kind 2, ES256, P-256, x and y.
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const authData = Buffer.concat([data(MADE, 0), Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      // { fmt: 'none', attStmt: {}, authData }
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
      const attestation = Buffer.concat([head, Buffer.from([authData.length]), authData]);
      const clientDataJSON = client('webauthn.create', options).toString('base64url');
      const response = { clientDataJSON, attestationObject: attestation.toString('base64url') };
      return { ...own, clientExtensionResults: {}, response };
    },
    use(options: PasskeyOptions, { counter = 0, flags = UV, at = origin }: Use = {}): UsedPasskey {
      const [authenticatorData, clientData] = [data(flags, counter), client('webauthn.get', options, at)];
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      const response = {
        authenticatorData: authenticatorData.toString('base64url'),
        clientDataJSON: clientData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: handle,
      };
      return { ...own, clientExtensionResults: {}, response };
    },
  };
}

export type Authenticator = ReturnType<typeof authenticator>;

export const optionsFrom = async (browser: Pick<Browser, 'post'>, path: string, body?: object) =>
  (await browser.post(path, body)).as(Options);

/** A landlord's new passkey. */
export async function withPasskey(owner: Landlord, origin: string): Promise<Authenticator> {
  const made = authenticator(origin);
  const options = await optionsFrom(owner, '/api/passkeys/begin', { password: owner.password });
  const { outcome } = await owner.post('/api/passkeys', { name: 'My phone', passkey: made.make(options) });
  if (outcome !== 'served') throw new Error(`The passkey was answered ${outcome}`);
  return made;
}

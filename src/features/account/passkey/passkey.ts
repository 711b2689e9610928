/** The browser's options and responses are WebAuthn JSON. */
import { z } from 'zod';

export const MAX_PASSKEYS = 10;

export const Passkey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    addedAt: z.iso.datetime(),
    usedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

const text = (max: number) => z.string().max(max);
const credential = {
  id: text(1400),
  rawId: text(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).nullish(),
  clientExtensionResults: z.looseObject({}).default({}),
};

export const MadePasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text(4000),
    attestationObject: text(10_000),
    transports: z.array(text(20)).max(10).optional(),
  }),
});
export type MadePasskey = z.infer<typeof MadePasskey>;

export const UsedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text(4000),
    authenticatorData: text(4000),
    signature: text(4000),
    userHandle: text(200).nullish(),
  }),
});
export type UsedPasskey = z.infer<typeof UsedPasskey>;

export const PasskeyProof = z.object({ passkey: UsedPasskey });
export type PasskeyProof = z.infer<typeof PasskeyProof>;

export const NewPasskey = z.object({
  name: z
    .string()
    .trim()
    .max(60, 'Use 60 characters or fewer.')
    .default('')
    .describe('Defaults to the name of the browser'),
  passkey: MadePasskey,
});
export type NewPasskey = z.infer<typeof NewPasskey>;

/** Parsed in the browser by `PublicKeyCredential.parse…OptionsFromJSON`. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

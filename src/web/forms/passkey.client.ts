/** Passkeys in the browser, for the app and for the pages before it. */

/** False on IP addresses, which WebAuthn does not support. */
export function supportsPasskeys(): boolean {
  const known = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
  return known && !/^[\d.]+$|:/.test(location.hostname);
}

export const NO_PASSKEY = 'We did not receive a passkey. Try again.';

/** Creates a passkey from the server's options. Null if the person cancels or no authenticator is available. */
export function createPasskey(options: object): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return answered(navigator.credentials.create({ publicKey }));
}

/** Signs with an existing passkey; null as in `createPasskey`. */
export function getPasskey(options: object): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return answered(navigator.credentials.get({ publicKey }));
}

async function answered(asked: Promise<Credential | null>): Promise<object | null> {
  try {
    return ((await asked) as PublicKeyCredential | null)?.toJSON() as object | null;
  } catch (error) {
    // The browser has already explained a cancellation, a missing passkey and a duplicate.
    if (error instanceof DOMException && /^(NotAllowed|Abort|InvalidState)Error$/.test(error.name)) return null;
    throw error;
  }
}

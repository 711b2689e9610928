/** Whether passkeys can be used. WebAuthn does not support IP addresses. */
export function supportsPasskeys(): boolean {
  const known = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
  return known && !/^[\d.]+$|:/.test(location.hostname);
}

export const NO_PASSKEY = 'We did not receive a passkey. Try again.';

/** Creates a passkey from the server's options. Returns null if the person cancels or has no authenticator. */
export function createPasskey(options: object): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return resultOf(navigator.credentials.create({ publicKey }));
}

/** Signs with an existing passkey. Returns null as `createPasskey` does. */
export function getPasskey(options: object): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return resultOf(navigator.credentials.get({ publicKey }));
}

async function resultOf(request: Promise<Credential | null>): Promise<object | null> {
  try {
    return ((await request) as PublicKeyCredential | null)?.toJSON() as object | null;
  } catch (error) {
    // The browser has already explained a cancellation, a missing passkey and a duplicate.
    if (error instanceof DOMException && /^(NotAllowed|Abort|InvalidState)Error$/.test(error.name)) return null;
    throw error;
  }
}

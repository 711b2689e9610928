/** Passkeys as this browser takes them, for the app and for the pages before it. */

/** Not at an address of numbers, for which there are none. */
export function takesPasskeys(): boolean {
  const known = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
  return known && !/^[\d.]+$|:/.test(location.hostname);
}

export const NO_PASSKEY = 'No passkey was used.';

/** Has the browser make one of the server's options; null where the person calls it off, or the browser has none to give. */
export function makePasskey(options: object): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return answered(navigator.credentials.create({ publicKey }));
}

/** The same for one that is there. */
export function givePasskey(options: object): Promise<object | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return answered(navigator.credentials.get({ publicKey }));
}

async function answered(asked: Promise<Credential | null>): Promise<object | null> {
  try {
    return ((await asked) as PublicKeyCredential | null)?.toJSON() as object | null;
  } catch (error) {
    // Calling it off, having none, and having this one already are all said by the browser.
    if (error instanceof DOMException && /^(NotAllowed|Abort|InvalidState)Error$/.test(error.name)) return null;
    throw error;
  }
}

/**
 * Default messages of errors that the browser itself creates. The server's responses contain the other messages.
 */
export const BROWSER_MESSAGES = {
  not_found: 'We could not find that.',
  conflict: 'Someone else changed this while you were editing it. Reload it and try again.',
  internal: 'Something went wrong on our side. Your records have not changed. Try again.',
  unavailable: 'We cannot reach our database just now. Try again in a moment.',
  outcome_unknown: 'Our database stopped answering while saving this. Check whether it was saved before you try again.',
} as const;

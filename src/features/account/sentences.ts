const SENTENCES: Record<string, string> = {
  invalid_credentials: 'Invalid email or password. Please try again.',
  user_not_found: 'No account found with this email address.',
  email_taken: 'This email is already registered.',
};

export function authErrorSentence(error: unknown): string {
  if (error === null || error === undefined) return 'Unknown authentication error';
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  const known = typeof code === 'string' ? SENTENCES[code] : undefined;
  if (known) return known;
  if (typeof message === 'string' && message.includes('JWT')) return 'Your session has expired. Please log in again.';
  return typeof message === 'string' && message ? message : 'Authentication failed. Please try again.';
}

export const COOKIES_REFUSED =
  'Your browser blocked the cookie that keeps you signed in. Allow cookies for this site and try again.';

export const NO_CONNECTION = 'Unable to connect to authentication service. Please try again later.';

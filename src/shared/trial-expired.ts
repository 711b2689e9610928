/** Alone in a file, as the first screen needs it and not the other messages. */
export const TRIAL_EXPIRED = 'Your trial has expired. Please choose a subscription plan to continue.';

/** In its own file, as the first screen loads only this error message. */
export const TRIAL_EXPIRED = 'Your trial has expired. Please choose a subscription plan to continue.';

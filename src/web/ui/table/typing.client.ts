/** Shared by the app's two-letter shortcuts and the single-letter keys of pages. */
const TEXT_FIELDS = 'select, textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit])';

/** Whether keys are typed into this element instead of being shortcuts. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TEXT_FIELDS));

/** The time for the second letter of a shortcut. */
export const SEQUENCE_TIMEOUT_MS = 1500;

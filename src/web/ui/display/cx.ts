export function cx(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** Styles of all inputs and selects. `ONE_LINE` adds the height. */
export const CONTROL =
  'w-full min-w-0 px-3 rounded-control border border-edge bg-surface text-ink text-ellipsis placeholder:text-ink-3 placeholder:opacity-100 hover:border-ink-2 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus aria-invalid:border-red-fill aria-invalid:shadow-[inset_0_0_0_1px_var(--red-fill)] disabled:bg-sunken disabled:border-line disabled:text-ink-3 disabled:opacity-100 disabled:cursor-not-allowed';

export const ONE_LINE = `${CONTROL} h-control`;

/** Reserves the width of the bold text (in `data-words`), so that selecting a tab does not shift the layout. */
export const KEEPS_BOLD_WIDTH =
  'inline-block text-left after:invisible after:block after:h-0 after:overflow-hidden after:font-bold after:content-[attr(data-words)]';

/** A key's name in a button. */
/** Decoration: the button has `aria-keyshortcuts`. */
export function Key({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="max-md:hidden">
      <kbd>{children}</kbd>
    </span>
  );
}

/** A key's name in a button. Decorative, as the button has `aria-keyshortcuts`. */
export function Key({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="max-md:hidden">
      <kbd>{children}</kbd>
    </span>
  );
}

/** A turning ring for something small that is under way; `label` is said to screen readers. Pages show skeletons instead. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className="inline-flex" role={label ? 'status' : undefined}>
      <span className="spin" aria-hidden="true" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

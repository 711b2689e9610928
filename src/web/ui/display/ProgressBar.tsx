/** How much of something is done. Its label names it for screen readers. */
type Props = {
  label: string;
  /** From 0 to 1; undefined while nobody can say. */
  share?: number | undefined;
};

export function ProgressBar({ label, share }: Props) {
  const percent = share === undefined ? undefined : Math.round(share * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-[6px] overflow-clip rounded-pill bg-line"
    >
      <div className="h-full rounded-pill bg-primary transition-[width]" style={{ width: `${percent ?? 0}%` }} />
    </div>
  );
}

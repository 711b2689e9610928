export function Masked({ shown, spoken }: { shown: string; spoken: string }) {
  return (
    <>
      <span aria-hidden="true" className="figures">
        {shown}
      </span>
      <span className="sr-only">{spoken}</span>
    </>
  );
}

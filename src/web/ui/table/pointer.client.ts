/** Whether a pointer is down anywhere on the page. */
let down = false;

if (typeof document !== 'undefined') {
  const set = (value: boolean) => () => {
    down = value;
  };
  document.addEventListener('pointerdown', set(true), true);
  document.addEventListener('pointerup', set(false), true);
  document.addEventListener('pointercancel', set(false), true);
}

/** Calls `run` immediately or, while a pointer is down, after its click. */
export function whenPointerIsUp(run: () => void): void {
  if (!down) {
    run();
    return;
  }
  const later = () => {
    document.removeEventListener('pointerup', later, true);
    document.removeEventListener('pointercancel', later, true);
    setTimeout(run);
  };
  document.addEventListener('pointerup', later, true);
  document.addEventListener('pointercancel', later, true);
}

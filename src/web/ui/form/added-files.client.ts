import { type DragEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Marks a field that accepts files, to find the field nearest to a paste. */
export const TAKES_FILES = { 'data-takes-files': '' };
const FIELD = '[data-takes-files]';

type Options = { area: RefObject<HTMLElement | null>; off: boolean; onFiles: (files: File[]) => void };

/** `over` is true while files are dragged over the area. The area needs `handlers` and `TAKES_FILES` as props. */
export function useAddedFiles({ area, off, onFiles }: Options) {
  const [over, setOver] = useState(false);
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = filesIn(event.clipboardData);
    if (off || files.length === 0 || isTextForAnInput(event) || nearestField(event.target) !== area.current) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
  useEffect(() => {
    document.addEventListener('dragover', ignoreDroppedFiles);
    document.addEventListener('drop', ignoreDroppedFiles);
    return () => {
      document.removeEventListener('dragover', ignoreDroppedFiles);
      document.removeEventListener('drop', ignoreDroppedFiles);
    };
  }, []);

  const onDragOver = (event: DragEvent) => {
    if (off || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (off || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    onFiles(filesIn(event.dataTransfer));
  };
  return { over, handlers: { onDragOver, onDragLeave, onDrop } };
}

/** Ignores files dropped outside a field, which the browser would open, losing the page's input. */
function ignoreDroppedFiles(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer || !hasFiles(event.dataTransfer)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

function hasFiles({ types }: DataTransfer): boolean {
  return types.includes('Files');
}

function filesIn(transfer: DataTransfer | null): File[] {
  return Array.from(transfer?.files ?? []);
}

/** Spreadsheets copy cells both as text and as a picture. A text input takes the text. */
function isTextForAnInput({ target, clipboardData }: ClipboardEvent): boolean {
  return (
    target instanceof Element &&
    target.matches('input, textarea') &&
    clipboardData?.types.includes('text/plain') === true
  );
}

/** Returns the field around an element, or the only field of its nearest ancestor with fields, if any. */
function nearestField(target: EventTarget | null): Element | undefined {
  for (let ancestor = target instanceof Element ? target : null; ancestor; ancestor = ancestor.parentElement) {
    if (ancestor.matches(FIELD)) return ancestor;
    const fields = Array.from(ancestor.querySelectorAll(FIELD)).filter((field) => field.getClientRects().length > 0);
    if (fields.length > 0) return fields.length === 1 ? fields[0] : undefined;
    if (ancestor.matches('[role=dialog], [role=alertdialog]')) return undefined;
  }
  return undefined;
}

/** Copying to the clipboard, which browsers may block. */
import { toast } from './toast.client.ts';

/** Says ‘Key copied’, or returns false where the browser blocks it. */
export async function copied(name: string, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  toast.success(`${name} copied`);
  return true;
}

/** `instead`: what to do where the browser blocks it. */
export async function copyText(name: string, text: string, instead: string): Promise<void> {
  if (!(await copied(name, text))) toast.error('Your browser blocked copying', { description: instead });
}

import { toast } from './toast.client.ts';

/** Copies a text and shows ‘Key copied’. Returns false if the browser blocks copying. */
export async function copied(name: string, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return false;
  }
  toast.success(`${name} copied`);
  return true;
}

/** Copies a text. If the browser blocks copying, a toast shows `instead`, which describes another way. */
export async function copyText(name: string, text: string, instead: string): Promise<void> {
  if (!(await copied(name, text))) toast.error('Your browser blocked copying', { description: instead });
}

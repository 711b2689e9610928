/** Ignores system errors with these codes, and rethrows others: `readFile(file).catch(unless('ENOENT'))`. */
export function unless(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !codes.includes(code)) throw error;
    return undefined;
  };
}

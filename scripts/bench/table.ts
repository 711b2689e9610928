/** A table for the terminal: names to the left, figures to the right. */

/** Lines of equal width under a ruled heading. The first column is set flush left, the others flush right. */
export function tableOf(heading: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = heading.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => cell(line, column).length)),
  );
  const set = (line: readonly string[]) =>
    widths
      .map((width, column) => (column === 0 ? cell(line, column).padEnd(width) : cell(line, column).padStart(width)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [set(heading), rule, ...lines.map(set)].join('\n');
}

function cell(line: readonly string[], column: number): string {
  return line[column] ?? '';
}

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** 3,412: thousands are set apart. What was not measured is a dash. */
export function count(value: number | null): string {
  return value === null || Number.isNaN(value) ? '–' : whole.format(value);
}

/** Milliseconds, finer the shorter they are: 0.48, 1.2, 27. What was not measured is a dash. */
export function milliseconds(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  if (value < 1) return value.toFixed(2);
  return value < 10 ? value.toFixed(1) : count(value);
}

/** Bytes as whole megabytes of 1,048,576. */
export function megabytes(bytes: number | null): string {
  return bytes === null ? '–' : `${count(bytes / 1024 / 1024)} MB`;
}

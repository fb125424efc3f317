/** Rows under their heads, each column as wide as its longest cell; numbers stand to the right. */
export function columns(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const widths = heads.map((head, place) =>
    Math.max(head.length, ...rows.map((row) => String(row[place] ?? '').length)),
  );
  const line = (cells: readonly (string | number)[]): string =>
    cells
      .map((cell, place) => {
        const width = widths[place] ?? 0;
        return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [line(heads), ...rows.map(line)];
}

/** Cents as euro: `9.95`. */
export function euro(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  return `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

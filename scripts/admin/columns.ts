import { csvAmount } from '#contract/wallet/csv.ts';

/** Formats rows under heads; each column is as wide as its longest cell, numbers are right-aligned. */
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
export const euro = (cents: number): string => csvAmount(cents);

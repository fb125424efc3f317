/** A measured figure and that of its peer, both from the same run. */
export interface BenchRow {
  name: string;
  /** Unit of `ours` and `peer`. */
  unit: string;
  ours: number;
  peer: number;
  /** Median of the paired ratios ours / peer, followed by the smallest and the largest. */
  ratio: number;
  min: number;
  max: number;
  note: string;
}

export const figure = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
export const ratio = (value: number) => (value < 0.1 ? value.toPrecision(2) : value.toFixed(2));
export const range = ({ min, max }: BenchRow) => (min === max ? '' : `${ratio(min)} to ${ratio(max)}`);

/** Formats a row for the terminal. */
export function textOf(row: BenchRow): string {
  const spread = range(row) && ` (${range(row)})`;
  return [
    row.name,
    `  ratio ${ratio(row.ratio)}${spread}   ours ${figure(row.ours)}   peer ${figure(row.peer)}   ${row.unit}`,
    `  ${row.note}`,
  ].join('\n');
}

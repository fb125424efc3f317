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

/** One measured figure beside its peer, both from the same run. */
export interface BenchRow {
  name: string;
  /** What `ours` and `peer` count. */
  unit: string;
  ours: number;
  peer: number;
  /** Median of the paired ratios ours / peer, with the smallest and the largest. */
  ratio: number;
  min: number;
  max: number;
  note: string;
}

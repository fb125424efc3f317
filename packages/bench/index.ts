// Compares a server with a peer in the same run (A B B A), as ratios.
export {
  alone,
  atEnd,
  type BenchServer,
  endBench,
  judged,
  option,
  ownFolder,
  perCpuSecond,
  pinLoad,
  pinned,
  quick,
  startServer,
} from './harness.ts';
export {
  countObjects,
  isFlat,
  type Memory,
  memoryNow,
  type OpenResources,
  openResources,
  type Slope,
  slopeOf,
} from './memory.ts';
export { compare, type Measure, median, type Plan, plan } from './pairs.ts';
export type { BenchRow } from './row.ts';
export { figure, range, ratio, textOf } from './row.ts';

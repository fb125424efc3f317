// Results of a step's tests, in the form that our reporters write.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export interface FileResult {
  /** From the root. */
  file: string;
  passed: number;
  /** At least one if the file could not be loaded. */
  failed: number;
  skipped: number;
  seconds: number;
  /** Of journeys: `seconds` in the project (such as the one with Janus) in which the file took longest. */
  onceSeconds?: number;
  /** Of `seconds`, how many were spent on imports and environment. */
  importSeconds: number;
  /** Each failed test with the first line of its message. */
  failures: string[];
}

/** A hook or fixture, with the sum of all its runs in a file. */
export interface HookResult {
  file: string;
  name: string;
  times: number;
  seconds: number;
}

export interface Results {
  files: FileResult[];
  hooks: HookResult[];
  /** Outside of tests, such as a failed global setup. */
  errors: string[];
  /** From the start of the process to its first test. */
  startSeconds: number;
}

export const noResults: Results = { files: [], hooks: [], errors: [], startSeconds: 0 };

/** Empty if the step broke before it wrote them. */
export const readResults = (path: string): Results =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results) : noResults;

/** The path of a step's results, for our reporters. */
export const RESULTS_VARIABLE = 'STEP_RESULTS';

export function writeResults(results: Results): void {
  const path = process.env[RESULTS_VARIABLE];
  if (path) writeFileSync(path, JSON.stringify(results, null, 1));
}

export type Counted = 'passed' | 'failed' | 'skipped';

export const count = ({ files }: Results, key: Counted): number =>
  files.reduce((sum, one) => sum + one[key], 0);

/** Adds to the sum of a hook's runs. */
export function addHook(hooks: Map<string, HookResult>, file: string, name: string, seconds: number): void {
  const key = `${file} ${name}`;
  const sum = hooks.get(key) ?? { file, name, times: 0, seconds: 0 };
  hooks.set(key, { ...sum, times: sum.times + 1, seconds: sum.seconds + seconds });
}

/** Seconds since this process began, before any of its modules was loaded. */
export const sinceStart = (): number => performance.now() / 1000;

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#contract/errors.ts';
import type { Scan } from '#server/ports/gateways.ts';

/** ms for one file; a film of 200 MB takes ClamAV about half a minute. */
const SCAN_MS = 120_000;
/** Characters of the scanner's own error that are logged. */
const ERROR_LENGTH = 500;

/** Exit codes of ClamAV and of most other scanners; any other one is a failure. */
const codes = { accepted: 0, refused: 1 } as const;

/** Runs the command once per file, with the file on its standard input. Null accepts every file. */
export function createScan(command: readonly string[] | null, limitMs = SCAN_MS): Scan {
  const [program, ...args] = command ?? [];
  if (program === undefined) return async () => {};
  return async (file) => {
    const { code, why } = await run([program, ...args], file, limitMs);
    if (code === codes.accepted) return;
    if (code === codes.refused) throw new AppError('badRequest.file.refused');
    throw new AppError('badRequest.file.unscanned', { cause: new Error(`SCAN_COMMAND failed: ${why}`) });
  };
}

interface Result {
  /** Null if it did not end by itself. */
  readonly code: number | null;
  readonly why: string;
}

async function run(
  [program = '', ...args]: readonly string[],
  file: Parameters<Scan>[0],
  limitMs: number,
): Promise<Result> {
  // The scanner gets none of this process' secrets.
  const env = { PATH: process.env['PATH'] ?? '' };
  const child = spawn(program, args, { env, stdio: ['pipe', 'ignore', 'pipe'] });
  const ended = endOf(child, limitMs);
  const content = file instanceof Uint8Array ? Readable.from([file]) : createReadStream(file.path);
  // A scanner may decide before it has read everything; a file that can't be read must not pass.
  const sent = pipeline(content, child.stdin).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
  const [result] = await Promise.all([ended, sent.catch((error) => failed(child, error))]);
  return result;
}

function failed(child: ChildProcessByStdio<Writable, null, Readable>, error: unknown): never {
  child.kill('SIGKILL');
  throw new AppError('badRequest.file.unscanned', { cause: error });
}

function endOf(child: ChildProcessByStdio<Writable, null, Readable>, limitMs: number): Promise<Result> {
  let error = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    error = (error + text).slice(0, ERROR_LENGTH);
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      child.stdin.destroy();
      resolve({ code: null, why: `no result within ${limitMs} ms` });
    }, limitMs);
    child.on('error', ({ message }) => {
      clearTimeout(timer);
      resolve({ code: null, why: message });
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, why: `it ended with ${code ?? signal}${error && `: ${error.trim()}`}` });
    });
  });
}

import { checks } from '../checks/all.ts';
import { openBroadcast } from './peer.ts';
import type { Check } from './rule.ts';
import { Target } from './target.ts';
import { type Options, type Outcome, type Protocol, type Result, Skip } from './types.ts';

async function judge(check: Check, target: Target): Promise<Result> {
  const startedAt = performance.now();
  const { run, source, ...rest } = check;
  const [document, section] = source;
  let judged: Pick<Result, 'outcome' | 'detail'> = { outcome: 'pass', detail: '' };
  try {
    await run(target);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    judged = { outcome: error instanceof Skip ? 'skip' : check.level === 'MUST' ? 'fail' : 'warn', detail };
  }
  return { ...rest, document, section, ...judged, ms: Math.round(performance.now() - startedAt) };
}

function targetOf(options: Options, protocol: Protocol) {
  const url = options[protocol];
  if (!url) return null;
  const { token, whepToken, otherToken, timeoutMs = 10_000, burst = 100, whip } = options;
  const own = protocol === 'whep' ? (whepToken ?? token) : token;
  return new Target({ protocol, url, token: own, otherToken, timeoutMs, burst, whip, whipToken: token });
}

/** Runs all checks against a server, one after the other. */
export async function runConformance(options: Options): Promise<Result[]> {
  const results: Result[] = [];
  for (const protocol of ['whip', 'whep'] as const) {
    const target = targetOf(options, protocol);
    if (!target) continue;
    const begins = (prefixes: readonly string[], id: string) =>
      prefixes.some((prefix) => id.startsWith(prefix));
    const wanted = checks.filter(
      ({ protocol: of, id }) =>
        of === protocol && begins(options.only ?? [''], id) && !begins(options.except ?? [], id),
    );
    const judgeAll = async (some: readonly Check[]) => {
      for (const check of some) {
        const result = await judge(check, target);
        results.push(result);
        options.onResult?.(result);
      }
    };
    const isIdle = ({ id }: Check) => id.startsWith('whep.idle.');
    const after = wanted.filter((check) => !isIdle(check));
    await judgeAll(wanted.filter(isIdle));
    if (protocol === 'whep' && after.length > 0) await openBroadcast(target);
    try {
      await judgeAll(after);
    } finally {
      // A check may have replaced the one opened above.
      await target.broadcast?.close();
    }
  }
  return results;
}

const marks = { pass: 'ok', fail: 'FAIL', warn: 'warn', skip: 'skip' };

/** A result as a line of the table. */
export function line({ number, id, level, document, section, title, outcome, detail }: Result) {
  const place = `${document}, ${section}`;
  const head = `${marks[outcome].padEnd(4)} ${String(number).padStart(3)}  ${id.padEnd(36)} ${level.padEnd(6)} ${place.padEnd(34)} ${title}`;
  return detail ? `${head}\n          ${outcome === 'skip' ? 'left out' : 'seen'}: ${detail}` : head;
}

export function summarize(results: readonly Result[]) {
  const count = (outcome: Outcome) => results.filter((one) => one.outcome === outcome).length;
  return {
    checks: results.length,
    passed: count('pass'),
    failed: count('fail'),
    warned: count('warn'),
    skipped: count('skip'),
  };
}

export function lastLine(results: readonly Result[]) {
  const { checks, passed, failed, warned, skipped } = summarize(results);
  return `${checks} checks: ${passed} passed, ${failed} failed, ${warned} warnings, ${skipped} left out`;
}

export const toJson = (results: readonly Result[], { whip, whep }: { whip?: string; whep?: string }) =>
  `${JSON.stringify({ version: 1, whip, whep, summary: summarize(results), results }, null, 2)}\n`;

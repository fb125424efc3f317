// @ts-check
import { checks } from '../checks/all.mjs';
import { Skip } from './outcome.mjs';
import { openBroadcast } from './peer.mjs';
import { Target } from './target.mjs';

/** @import { Check, Options, Protocol, Result } from './types.d.ts' */

/** @param {Check} check @param {Target} target @returns {Promise<Result>} */
async function judge(check, target) {
  const startedAt = performance.now();
  const { run, source, ...rest } = check;
  const [document, section] = source;
  /** @type {Pick<Result, 'outcome' | 'detail'>} */
  let judged = { outcome: 'pass', detail: '' };
  try {
    await run(target);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    judged = { outcome: error instanceof Skip ? 'skip' : check.level === 'MUST' ? 'fail' : 'warn', detail };
  }
  return { ...rest, document, section, ...judged, ms: Math.round(performance.now() - startedAt) };
}

/** @param {Options} options @param {Protocol} protocol */
function targetOf(options, protocol) {
  const url = options[protocol];
  if (!url) return null;
  const { token, whepToken, otherToken, timeoutMs = 10_000, burst = 100, whip } = options;
  const own = protocol === 'whep' ? (whepToken ?? token) : token;
  return new Target({ protocol, url, token: own, otherToken, timeoutMs, burst, whip, whipToken: token });
}

/** Runs all checks against a server, one after the other. @param {Options} options @returns {Promise<Result[]>} */
export async function runConformance(options) {
  /** @type {Result[]} */
  const results = [];
  for (const protocol of /** @type {const} */ (['whip', 'whep'])) {
    const target = targetOf(options, protocol);
    if (!target) continue;
    const begins = (/** @type {readonly string[]} */ prefixes, /** @type {string} */ id) =>
      prefixes.some((prefix) => id.startsWith(prefix));
    const wanted = checks.filter(
      ({ protocol: of, id }) =>
        of === protocol && begins(options.only ?? [''], id) && !begins(options.except ?? [], id),
    );
    const judgeAll = async (/** @type {readonly Check[]} */ some) => {
      for (const check of some) {
        const result = await judge(check, target);
        results.push(result);
        options.onResult?.(result);
      }
    };
    const isIdle = (/** @type {Check} */ { id }) => id.startsWith('whep.idle.');
    const after = wanted.filter((check) => !isIdle(check));
    await judgeAll(wanted.filter(isIdle));
    if (protocol === 'whep' && after.length > 0) await openBroadcast(target);
    try {
      await judgeAll(after);
    } finally {
      // Not necessarily the one that was opened above: a check replaces it.
      await target.broadcast?.close();
    }
  }
  return results;
}

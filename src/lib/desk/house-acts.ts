import * as calls from '#contract/desk/house-calls.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { Translate } from '../site/i18n.ts';
import { type ActResult, performAct } from './acts.ts';

/** Retries the work that the page of the house was asked for; null for another act. */
export async function retryWork(
  typed: (name: string) => string,
  { t, options }: { t: Translate; options: CallOptions },
): Promise<ActResult | null> {
  const work = /^\d{1,15}$/.test(typed('of')) ? Number(typed('of')) : 0;
  if (typed('act') !== 'retry' || work === 0) return null;
  const reason = typed('reason');
  return performAct({
    reason,
    t,
    send: async () => void (await call(calls.retryWork, { work, reason }, options)),
    labels: { 'badRequest.notFound': 'house.gone' },
  });
}

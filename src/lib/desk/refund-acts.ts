import * as calls from '#contract/desk/member-calls.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { Translate } from '../site/i18n.ts';
import { type ActResult, performAct } from './acts.ts';

type Decision = (input: { request: number; reason: string }, options: CallOptions) => Promise<unknown>;

const approveRefund: Decision = (input, options) => call(calls.approveRefund, input, options);
const refuseRefund: Decision = (input, options) => call(calls.refuseRefund, input, options);

/** Carries out a decision that the page of refunds was asked for; null for an unknown one. */
export async function performRefundAct(
  typed: (name: string) => string,
  { t, options }: { t: Translate; options: CallOptions },
): Promise<ActResult | null> {
  const decide = new Map([
    ['approve', approveRefund],
    ['refuse', refuseRefund],
  ]).get(typed('act'));
  const request = /^\d{1,9}$/.test(typed('of')) ? Number(typed('of')) : 0;
  if (!decide || request === 0) return null;
  const reason = typed('reason');
  return performAct({
    reason,
    t,
    send: async () => void (await decide({ request, reason }, options)),
    labels: {
      'badRequest.notFound': 'desk.refunds.decided',
      'badRequest.forbidden': 'desk.refunds.ownRequest',
      'badRequest.invalid.payment': 'desk.member.tooMuch',
    },
  });
}

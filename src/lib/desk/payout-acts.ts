import * as calls from '#contract/desk/payout-calls.ts';
import { REFERENCE_MAX, referenceField } from '#contract/desk/payout-calls.ts';
import type { ErrorLabel } from '#contract/errors.ts';
import { idIn } from '#contract/wallet/whole-number.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { MessageKey, Translate } from '../site/i18n.ts';
import { type ActResult, performAct, refusedAt } from './acts.ts';

type Typed = (name: string) => string;

interface Posted {
  readonly typed: Typed;
  readonly month: string;
  /** The performer, or the payout. */
  readonly of: number;
  readonly reason: string;
}

interface PayoutAct {
  readonly send: (posted: Posted, options: CallOptions) => Promise<unknown>;
  readonly labels: Readonly<Partial<Record<ErrorLabel, MessageKey>>>;
}

const payOut: PayoutAct['send'] = ({ typed, month, of: performer, reason }, options) => {
  const seen = { version: typed('version'), reference: typed('reference'), formKey: typed('formKey') };
  return call(calls.payOut, { performer, month, ...seen, reason }, options);
};

const returnPayout: PayoutAct['send'] = ({ typed, of: payout, reason }, options) =>
  call(calls.returnPayout, { payout, formKey: typed('formKey'), reason }, options);

const acts: ReadonlyMap<string, PayoutAct> = new Map<string, PayoutAct>([
  [
    'pay',
    {
      send: payOut,
      labels: {
        'badRequest.performer.notExists': 'records.gone',
        'badRequest.payout.paid': 'payouts.paid',
        'badRequest.payout.changed': 'payouts.changed',
        'badRequest.payout.stopped': 'payouts.stopped',
        'badRequest.idempotency.conflict': 'desk.member.waiting',
      },
    },
  ],
  [
    'back',
    {
      send: returnPayout,
      labels: {
        'badRequest.notFound': 'payouts.gone',
        'badRequest.idempotency.conflict': 'desk.member.waiting',
      },
    },
  ],
]);

/** Carries out an act that the page of payouts was asked for; null for an unknown one. */
export async function performPayoutAct(
  typed: Typed,
  { month, t, options }: { month: string; t: Translate; options: CallOptions },
): Promise<ActResult | null> {
  const act = acts.get(typed('act'));
  const of = idIn(typed('of'));
  if (!act || of === 0) return null;
  if (act.send === payOut && !referenceField.safeParse(typed('reference')).success)
    return refusedAt('reference', t('payouts.referenceShape', { max: REFERENCE_MAX }));
  const reason = typed('reason');
  return performAct({
    reason,
    t,
    labels: act.labels,
    send: () => act.send({ typed, month, of, reason }, options),
  });
}

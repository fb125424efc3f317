import { centsOf } from '#contract/desk/described/described-fields.ts';
import * as calls from '#contract/desk/people/member-calls.ts';
import type { ErrorLabel } from '#contract/errors.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { MessageKey, Translate } from '../site/i18n.ts';
import { type ActResult, performAct, refusedAt } from './acts.ts';
import { refuseWords, wordsIn } from './decision-acts.ts';

interface Posted {
  /** A field of the form. */
  readonly typed: (name: string) => string;
  readonly memberId: number;
  readonly reason: string;
}

/** Credits of a whole number that may be given; null for another text. */
export function goodwillOf(text: string): number | null {
  const credits = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return credits >= 1 && credits <= calls.GOODWILL_MAX ? credits : null;
}

interface MemberAct {
  /** The first field beside the reason that is wrong, and what is wrong with it. */
  readonly check?: (posted: Posted) => readonly [field: string, message: MessageKey] | null;
  readonly send: (posted: Posted, options: CallOptions) => Promise<unknown>;
  readonly labels?: Readonly<Partial<Record<ErrorLabel, MessageKey>>>;
}

const gone = { 'badRequest.login.notExists': 'desk.member.gone' } as const;

const creditMember: MemberAct['send'] = ({ typed, memberId, reason }, options) =>
  call(
    calls.creditMember,
    { memberId, credits: goodwillOf(typed('credits')) ?? 0, formKey: typed('formKey'), reason },
    options,
  );

const blockMember: MemberAct['send'] = ({ typed, memberId, reason }, options) =>
  call(calls.blockMember, { memberId, ...wordsIn(typed), reason }, options);

const unblockMember: MemberAct['send'] = ({ memberId, reason }, options) =>
  call(calls.unblockMember, { memberId, reason }, options);

const askRefund: MemberAct['send'] = ({ typed, reason }, options) => {
  const cents = typed('amount').trim() === '' ? undefined : (centsOf(typed('amount')) ?? 0);
  return call(calls.askRefund, { payment: typed('of'), cents, formKey: typed('formKey'), reason }, options);
};

const acts: ReadonlyMap<string, MemberAct> = new Map<string, MemberAct>([
  [
    'credit',
    {
      check: ({ typed }) =>
        goodwillOf(typed('credits')) === null ? ['credits', 'desk.member.creditShape'] : null,
      send: creditMember,
      labels: { ...gone, 'badRequest.idempotency.conflict': 'desk.member.waiting' },
    },
  ],
  ['block', { check: ({ typed }) => refuseWords(typed), send: blockMember, labels: gone }],
  ['unblock', { send: unblockMember, labels: gone }],
  [
    'refund',
    {
      check({ typed }) {
        const amount = typed('amount').trim();
        return amount !== '' && !centsOf(amount) ? ['amount', 'desk.member.amountShape'] : null;
      },
      send: askRefund,
      labels: {
        'badRequest.notFound': 'desk.member.noPayment',
        'badRequest.invalid.payment': 'desk.member.tooMuch',
        'badRequest.idempotency.conflict': 'desk.member.waiting',
      },
    },
  ],
]);

/** Carries out an act that a member's page was asked for; null for an unknown one. */
export async function performMemberAct(
  typed: Posted['typed'],
  { memberId, t, options }: { memberId: number; t: Translate; options: CallOptions },
): Promise<ActResult | null> {
  const act = acts.get(typed('act'));
  if (!act) return null;
  const posted: Posted = { typed, memberId, reason: typed('reason') };
  const wrong = act.check?.(posted) ?? null;
  if (wrong !== null) return refusedAt(wrong[0], t(wrong[1]));
  return performAct({
    reason: posted.reason,
    t,
    labels: act.labels ?? {},
    send: () => act.send(posted, options),
  });
}

import { z } from 'zod';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

/** What an operator sees of one person or thing: the field of the input that has its number. */
const ones = {
  member: { act: 'eye.member-opened', key: 'member', field: 'memberId' },
  movements: { act: 'eye.movements-opened', key: 'member', field: 'memberId' },
  performer: { act: 'eye.performer-opened', key: 'performer', field: 'performer' },
  performerPayouts: { act: 'eye.performer-payouts-opened', key: 'performer', field: 'performer' },
  case: { act: 'eye.case-opened', key: 'case', field: 'case' },
} as const;

/** What a list shows of several: the field of the output that has them. */
const lists = {
  members: { act: 'eye.members-found', field: 'result' },
  search: { act: 'eye.searched', field: 'result' },
  performers: { act: 'eye.performers-found', field: 'result' },
  applicants: { act: 'eye.applicants-listed', field: 'result' },
  cases: { act: 'eye.cases-listed', field: 'result' },
  decisions: { act: 'eye.decisions-listed', field: 'result' },
  payouts: { act: 'eye.payouts-listed', field: 'due' },
  sellers: { act: 'eye.sellers-listed', field: 'result' },
  requests: { act: 'eye.requests-listed', field: 'result' },
  identities: { act: 'eye.identities-listed', field: 'result' },
  depictions: { act: 'eye.depictions-listed', field: 'result' },
  payments: { act: 'eye.payments-listed', field: 'result' },
  disputes: { act: 'eye.disputes-listed', field: 'result' },
  spenders: { act: 'eye.spenders-listed', field: 'result' },
  orders: { act: 'eye.orders-listed', field: 'result' },
  earnings: { act: 'eye.earnings-listed', field: 'result' },
} as const;

/** Of a call of the desk that reads: which people its answer shows. Each answer is a row of the log. */
export type Looks = keyof typeof ones | keyof typeof lists;

const isOne = (looks: Looks): looks is keyof typeof ones => Object.hasOwn(ones, looks);

const fieldOf = <Type>(value: unknown, name: string, type: z.ZodType<Type>): Type =>
  z
    .record(z.string(), z.unknown())
    .transform((fields) => fields[name])
    .pipe(type)
    .parse(value);

/** Writes that an operator saw the answer of a call, before it is sent: no sight without a row. */
export async function noteLook(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { looks, input, output }: { looks: Looks; input: unknown; output: unknown },
): Promise<void> {
  const at = now();
  if (isOne(looks)) {
    const { act, key, field } = ones[looks];
    await recordAct(db, caller, { act, subject: `${key}:${fieldOf(input, field, z.number())}`, at });
  } else {
    const { act, field } = lists[looks];
    const found = fieldOf(output, field, z.array(z.unknown())).length;
    await recordAct(db, caller, { act, details: { found }, at });
  }
}

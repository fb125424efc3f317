import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment } from '../../fields.ts';
import { sessionSchema } from '../../member/settings/security-calls.ts';
import { factsField, groundSchema } from '../../safety/decisions.ts';
import { paymentStates } from '../../wallet/payment.ts';
import { returnKinds } from '../../wallet/returns.ts';
import { reasonField } from '../log-calls.ts';
import { formKeyField, guardedOutput } from '../value/acts-of-value.ts';
import { requestSchema } from '../value/request-calls.ts';

/** Credits that one act may give. */
export const GOODWILL_MAX = 100_000;
/** Days for which it is known which mails a member got. */
export const MAILS_KEPT_DAYS = 90;
/** `refused`: the address does not exist. `failed`: given up after all attempts. `skipped`: optional and not wanted. */
export const mailStates = ['waiting', 'sent', 'refused', 'failed', 'skipped'] as const;
export const noteKinds = ['contact', 'money', 'conduct', 'care', 'other'] as const;
/** Movements on a page. */
export const MOVEMENTS_PAGE = 50;

const desk = { base: 'desk', access: 'operator' } as const;
/** Who may see members and their money. */
const helpers = { ...desk, roles: ['support', 'finance'] } as const;

const memberId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));

/** Of the member that the operator has seen. */
const version = z.string().check(z.minLength(1), z.maxLength(64));

/** By what a member was found. */
export const memberFinds = ['member', 'payment', 'receipt', 'transfer'] as const;

export const findMembers = endpoint({
  ...helpers,
  method: 'GET',
  path: '/members',
  summary:
    'Finds members by number, e-mail address or username, or by the number of a payment, receipt or ledger transfer; if none is found, by the start of a word in the username',
  input: z.object({ query: z.string().check(z.trim(), z.minLength(1), z.maxLength(320)) }),
  output: z.object({
    result: z.array(
      z.object({
        memberId: z.int(),
        username: z.string(),
        email: z.string(),
        by: z.enum(memberFinds),
        deletedAt: z.nullable(moment),
      }),
    ),
  }),
  errors: [],
});

const returnSchema = z.object({
  payment: z.string(),
  how: z.enum(returnKinds),
  cents: z.int(),
  /** Credits taken from the balance, credits that became a debt, and the part of it that is not paid yet. */
  taken: z.int(),
  owed: z.int(),
  stillOwed: z.int(),
  returnedAt: moment,
  /** Null until the provider has sent the money. */
  sentAt: z.nullable(moment),
});

const paymentSchema = z.object({
  payment: z.string(),
  receipt: z.nullable(z.string()),
  openedAt: moment,
  settledAt: z.nullable(moment),
  status: z.enum(paymentStates),
  failReason: z.nullable(z.int()),
  cents: z.int(),
  credits: z.int(),
  currency: z.string(),
  method: z.string(),
  provider: z.string(),
  providerOrder: z.nullable(z.string()),
  returnedCents: z.int(),
  /** The refund that waits for a second operator. */
  request: z.nullable(requestSchema),
});

export const readDeskMember = endpoint({
  ...helpers,
  method: 'GET',
  path: '/members/{memberId}',
  summary: 'Returns a member: account, credits, last payments, devices, last mails and notes of operators',
  input: z.object({ memberId }),
  output: z.object({
    memberId: z.int(),
    username: z.string(),
    email: z.string(),
    language: z.string(),
    createdAt: moment,
    verifiedAt: z.nullable(moment),
    /** Since when mail servers say that the address does not exist. */
    mailRefusedAt: z.nullable(moment),
    blockedAt: z.nullable(moment),
    deletedAt: z.nullable(moment),
    credits: z.int(),
    /** Of `credits`, those that were given. */
    freeCredits: z.int(),
    owed: z.int(),
    /** The balance by kind of transfer: its parts add up to `credits`. */
    sums: z.array(z.object({ kind: z.string(), credits: z.int() })),
    payments: z.array(paymentSchema),
    /** Of these payments. */
    returns: z.array(returnSchema),
    devices: z.array(sessionSchema),
    passkeys: z.int(),
    /** Newest first; never their text. */
    mails: z.array(
      z.object({
        mail: z.string(),
        subject: z.string(),
        state: z.enum(mailStates),
        /** Of a waiting mail: when it is tried next. */
        at: moment,
      }),
    ),
    notes: z.array(
      z.object({ note: z.int(), kind: z.enum(noteKinds), message: z.string(), by: z.string(), at: moment }),
    ),
    /** Sent back with a block: it is refused if the access of the member has changed since. */
    version: z.string(),
  }),
  errors: ['badRequest.login.notExists'],
});

export const listMovements = endpoint({
  ...helpers,
  method: 'GET',
  path: '/members/{memberId}/movements',
  summary: 'Returns the ledger entries of a member, newest first, with the balance after each and its cause',
  input: z.object({
    memberId,
    /** Only entries with a smaller id. */
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))),
  }),
  output: z.object({
    movements: z.array(
      z.object({
        entry: z.int(),
        transfer: z.int(),
        at: moment,
        kind: z.string(),
        reference: z.string(),
        /** Positive if the member received them. */
        credits: z.int(),
        balance: z.int(),
        /** Key of the other account: `performer:3`, `house:sales`. */
        other: z.string(),
        /** Username of the performer on the other side. */
        performer: z.nullable(z.string()),
        /** The payment that it bought credits with, or that was returned. */
        payment: z.nullable(z.string()),
        /** The operator of the act, and the reason. */
        by: z.nullable(z.string()),
        reason: z.nullable(z.string()),
      }),
    ),
    more: z.boolean(),
  }),
  errors: [],
});

export const creditMember = endpoint({
  ...helpers,
  method: 'POST',
  path: '/members/{memberId}/credit',
  summary:
    'Gives a member credits from the house; a debt is paid from them first. Above DESK_LIMITS it waits for a second operator',
  input: z.object({
    memberId,
    credits: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(GOODWILL_MAX)),
    formKey: formKeyField,
    reason: reasonField,
  }),
  output: guardedOutput(z.object({ balance: z.int(), debt: z.int() })),
  errors: ['badRequest.login.notExists', 'badRequest.idempotency.conflict'],
});

export const blockMember = endpoint({
  ...desk,
  roles: ['support'],
  method: 'POST',
  path: '/members/{memberId}/block',
  summary: 'Blocks a member by a decision, which ends sessions, refuses logins, and is mailed',
  input: z.object({ memberId, version, ground: groundSchema, facts: factsField, reason: reasonField }),
  output: done,
  errors: ['badRequest.login.notExists', 'badRequest.form.changed'],
});

export const unblockMember = endpoint({
  ...desk,
  roles: ['support'],
  method: 'POST',
  path: '/members/{memberId}/unblock',
  summary: 'Lets a blocked member log in again',
  input: z.object({ memberId, version, reason: reasonField }),
  output: done,
  errors: ['badRequest.login.notExists', 'badRequest.form.changed'],
});

export const noteMember = endpoint({
  ...helpers,
  method: 'POST',
  path: '/members/{memberId}/notes',
  summary:
    'Stores a note of the operator on a member; it is part of the member’s download and goes with the account',
  input: z.object({
    memberId,
    kind: z.enum(noteKinds),
    message: z.string().check(z.trim(), z.minLength(3), z.maxLength(1000)),
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.login.notExists'],
});

export const answerMember = endpoint({
  ...helpers,
  method: 'POST',
  path: '/members/{memberId}/answer',
  summary: 'Mails a member what the operator wrote; replies go to MAIL_REPLY_TO. The same form is sent once',
  input: z.object({
    memberId,
    subject: z.string().check(z.trim(), z.minLength(3), z.maxLength(120)),
    message: z.string().check(z.trim(), z.minLength(10), z.maxLength(4000)),
    formKey: formKeyField,
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.login.notExists'],
});

export const askRefund = endpoint({
  ...helpers,
  method: 'POST',
  path: '/payments/{payment}/refund',
  summary: 'Refunds a payment; above DESK_LIMITS it waits for a second operator',
  input: z.object({
    payment: z.string().check(z.minLength(1), z.maxLength(64)),
    /** By default all that is left. */
    cents: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000_000))),
    formKey: formKeyField,
    reason: reasonField,
  }),
  output: guardedOutput(
    z.object({
      cents: z.int(),
      /** Credits taken from the balance, and credits that became a debt. */
      taken: z.int(),
      owed: z.int(),
      balance: z.int(),
    }),
  ),
  errors: ['badRequest.notFound', 'badRequest.invalid.payment', 'badRequest.idempotency.conflict'],
});

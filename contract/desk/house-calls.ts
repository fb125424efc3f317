import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, moment } from '../fields.ts';
import { features } from '../site/features.ts';
import { routes } from '../site/routes.ts';
import { describeAct, describeList, type Section } from './described/described.ts';
import { reasonField } from './log-calls.ts';

const house = { base: 'desk', access: 'operator' } as const;
/** Who may see how the product is doing. */
const helpers = { ...house, roles: ['support', 'finance'] } as const;

/** State of a part: `away` does not answer, `full` has no room, `none`: the part is not configured. */
export const partStates = ['ok', 'away', 'full', 'none'] as const;
const partState = z.enum(partStates);

/** `away`: did not answer in time, or refused; `none`: not configured. */
const gatewayState = z.enum(['ok', 'away', 'none']);
export type GatewayState = z.infer<typeof gatewayState>;

/** Outbox work that has failed at least once: it is retried by itself, or was given up after the last attempt. */
const pieceSchema = z.object({
  work: z.int(),
  kind: z.string(),
  state: z.enum(['retrying', 'given-up']),
  attempts: z.int(),
  /** Of the next attempt, or of the last one. */
  at: moment,
  /** Without e-mail addresses. */
  lastError: z.string(),
  /** False if its content is erased. */
  canRetry: z.boolean(),
});

type Piece = z.infer<typeof pieceSchema>;

/** Pieces of failed work on the page. */
export const FAILED_WORK_MAX = 50;

export const readHouse = endpoint({
  ...helpers,
  method: 'GET',
  path: '/house',
  summary:
    'Asks the parts and gateways, and returns their state, open and failed outbox work, features and versions',
  input: z.object({}),
  output: z.object({
    parts: z.object({ database: partState, redis: partState, disk: partState }),
    /** Each asked for this answer. */
    gateways: z.object({
      askedAt: moment,
      mail: gatewayState,
      payments: gatewayState,
      storage: gatewayState,
      phone: gatewayState,
    }),
    /** Processes of the product that are alive. */
    nodes: z.int(),
    mail: z.object({
      gateway: z.enum(['smtp', 'outbox']),
      waiting: z.int(),
      failed: z.int(),
      lastSentAt: z.nullable(moment),
    }),
    payments: z.object({
      provider: z.string(),
      /** Payments that the provider has not decided for more than an hour. */
      stuck: z.int(),
      lastPaidAt: z.nullable(moment),
      unsentRefunds: z.int(),
    }),
    media: z.object({
      server: z.enum(['embedded', 'janus']),
      publishers: z.int(),
      viewers: z.int(),
      /** Performers who are live by the database. */
      live: z.int(),
    }),
    storage: z.enum(['folder', 's3']),
    phone: z.enum(['off', 'sandbox']),
    browserNotices: z.boolean(),
    outbox: z.object({
      /** Due now, and due later. */
      due: z.int(),
      later: z.int(),
      /** Failed pieces, by whether they are still retried. */
      retrying: z.int(),
      givenUp: z.int(),
    }),
    features: z.array(z.object({ name: z.enum(features), on: z.boolean() })),
    versions: z.object({ product: z.string(), node: z.string(), database: z.string(), mode: z.string() }),
  }),
  errors: [],
});

/** What the check of the books can find. */
export const bookFaults = [
  'balance',
  'transfer',
  'chain',
  'free',
  'payment',
  'return',
  'debt',
  'dial-in-call',
  'payout',
] as const;

export const checkHouseBooks = endpoint({
  ...house,
  roles: ['finance'],
  method: 'GET',
  path: '/house/books',
  summary:
    'Checks the books: balances, entries, free credits, payments, returns, debts, phone calls and payouts',
  input: z.object({}),
  output: z.object({
    faults: z.array(
      z.object({
        fault: z.enum(bookFaults),
        /** Number of what is wrong. */
        of: z.string(),
        /** Of an account whose balance is wrong. */
        balance: z.nullable(z.int()),
        entries: z.nullable(z.int()),
      }),
    ),
    accounts: z.int(),
    transfers: z.int(),
    /** Sum of all balances, which is zero. */
    total: z.int(),
    /** Members and performers below zero, of whom there are none. */
    negative: z.int(),
  }),
  errors: [],
});

export const listFailedWork = endpoint({
  ...helpers,
  method: 'GET',
  path: '/house/work',
  summary: 'Returns failed outbox work, given up first, without its content',
  input: z.object({}),
  output: z.object({ result: z.array(pieceSchema) }),
  errors: [],
});

export const retryWork = endpoint({
  ...helpers,
  method: 'POST',
  path: '/house/work/{work}/retry',
  summary: 'Lets failed outbox work run again at once',
  input: z.object({
    work: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.notFound'],
});

const failedWork = describeList({
  name: 'failed-work',
  file: 'none',
  call: listFailedWork,
  rows: 'result',
  key: 'work',
  words: 'outbox list',
  title: 'work',
  empty: 'noneFailed',
  columns: [
    { name: 'kind', kind: 'name', title: true },
    { name: 'number', kind: 'name', of: ({ work }) => `work:${work}` },
    { name: 'stateOf', kind: 'state', of: ({ state }) => state },
    { name: 'at', kind: 'moment' },
    { name: 'attempts', kind: 'count' },
    { name: 'lastError', kind: 'text' },
  ],
  acts: [
    describeAct<Piece>()({
      name: 'retry',
      call: retryWork,
      words: 'outbox retry',
      operand: 'work',
      audit: 'outbox.retried',
      when: ({ canRetry }) => canRetry,
      otherwise: { text: 'erased', when: ({ canRetry }) => !canRetry },
      labels: { 'badRequest.notFound': 'gone' },
      version: 'none',
      because: 'another attempt is the same act, and work that is done is refused',
    }),
  ],
});

/** Its page is written by hand around the list (src/pages/desk/house.astro). */
export const houseSection: Section = {
  path: routes.deskHouse,
  texts: 'house',
  filters: {},
  lists: [failedWork],
};

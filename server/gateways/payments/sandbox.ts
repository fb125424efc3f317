import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { storedLang } from '#contract/fields.ts';
import { type FailReason, failReasonSchema } from '#contract/wallet/payment.ts';
import { returnKinds } from '#contract/wallet/returns.ts';
import type { OrderStatus, PaymentGateway, ReturnedMoney } from '#server/ports/payments.ts';
import { createTurns, type SandboxFiles, sandboxFiles } from '../sandbox-files.ts';
import { refundRest } from './ask-provider.ts';
import { answerExchange, type ExchangeKey, readExchange, signExchange } from './signed-exchange.ts';

const orderSchema = z.object({
  id: z.string(),
  reference: z.string(),
  cents: z.number().int(),
  currency: z.string(),
  method: z.string(),
  description: z.string(),
  lang: storedLang,
  returnUrl: z.string(),
  notificationUrl: z.string(),
  expiresAt: z.iso.datetime(),
  /** The payer's choice, in effect from `from` on. */
  decision: z
    .discriminatedUnion('state', [
      z.object({ state: z.literal('paid'), cents: z.number().int(), from: z.iso.datetime() }),
      z.object({ state: z.literal('failed'), reason: failReasonSchema }),
    ])
    .nullable(),
  /** Total money returned. */
  returned: z
    .object({ how: z.enum(returnKinds), cents: z.number().int().positive() })
    .nullable()
    .default(null),
});
export type SandboxOrder = z.infer<typeof orderSchema>;

type SandboxOrders = SandboxFiles<SandboxOrder>;

export const sandboxOrders = (folder: string): SandboxOrders => sandboxFiles(folder, orderSchema);

/** Possible acts of payer, bank and network on a payment. */
export const outcomes = [
  'paid',
  'paid-slowly',
  'paid-twice',
  'paid-out-of-order',
  'paid-wrong-amount',
  'paid-unheard',
  'failed-300',
  'failed-302',
  'failed-308',
  'failed-309',
  'failed-299',
  'failed-100',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Ways in which money of a paid order is returned. */
export const returnings = ['refund', 'refund-half', 'chargeback'] as const;
export type Returning = (typeof returnings)[number];

/** ms that a slow payment takes. */
export const SLOW = 8000;
/** ms before each further attempt to deliver a notification. */
const RETRIES = [1000, 5000, 20_000];

interface SandboxTools {
  orders: SandboxOrders;
  key: ExchangeKey;
  publicUrl: string;
  now: () => Date;
  deliver: (request: Request) => Promise<Response>;
  /** Resolves after `ms`; rejects when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Sandbox {
  gateway: PaymentGateway;
  find(id: string): Promise<SandboxOrder | null>;
  /** Decides an open order; a second decision has no effect. Null for an unknown order. */
  decide(id: string, outcome: Outcome): Promise<SandboxOrder | null>;
  /** Returns money of a paid order, with a notification. Null for an unknown order. */
  giveBack(id: string, returning: Returning): Promise<SandboxOrder | null>;
  statusOf(order: SandboxOrder): OrderStatus;
  close(): void;
}

/** A provider that moves no money. Keeps orders and sends signed notifications like a real one. */
export function createSandbox(tools: SandboxTools): Sandbox {
  const { orders, now } = tools;
  const closing = new AbortController();
  const inTurn = createTurns();
  const notifier = createNotifier(tools, closing.signal);
  const statusOf = (order: SandboxOrder): OrderStatus => statusAt(order, now());

  async function takeBack(order: SandboxOrder, returned: ReturnedMoney): Promise<SandboxOrder> {
    const changed: SandboxOrder = { ...order, returned };
    await orders.save(changed);
    void notifier.notify(changed, { code: returnCode(changed) });
    return changed;
  }

  return {
    statusOf,
    giveBack: (id, returning) =>
      inTurn(id, async () => {
        const order = await orders.find(id);
        const status = order && statusOf(order);
        if (!order || status?.state !== 'paid') return order;
        const half = Math.ceil(status.cents / 2);
        const cents =
          returning === 'refund-half' ? Math.max(half, status.returned?.cents ?? 0) : status.cents;
        return takeBack(order, { how: returning === 'chargeback' ? 'chargeback' : 'refund', cents });
      }),
    find: (id) => orders.find(id),
    decide: (id, outcome) =>
      inTurn(id, async () => {
        const order = await orders.find(id);
        if (!order || statusOf(order).state !== 'pending' || order.decision) return order;
        const decided: SandboxOrder = { ...order, decision: decisionOf(order, outcome, now()) };
        await orders.save(decided);
        void notifier.tell(decided, outcome);
        return decided;
      }),
    close: () => closing.abort(),
    gateway: createGateway(tools, {
      statusOf,
      refund: (id, cents) =>
        inTurn(id, async () => {
          const order = await known(orders, id);
          if (refundRest(statusOf(order), cents).cents === 0) return;
          await takeBack(order, { how: 'refund', cents });
        }),
    }),
  };
}

interface GatewayActs {
  statusOf(order: SandboxOrder): OrderStatus;
  /** Refunds up to this total. */
  refund(id: string, totalCents: number): Promise<void>;
}

const createGateway = (
  { orders, key, publicUrl }: SandboxTools,
  { statusOf, refund }: GatewayActs,
): PaymentGateway => ({
  provider: 'sandbox',
  check: async () => undefined,
  async create({ expiresAt, ...order }) {
    const id = randomBytes(12).toString('hex');
    await orders.save({ ...order, id, expiresAt: expiresAt.toISOString(), decision: null, returned: null });
    return { order: id, redirectUrl: new URL(`/dev/pay/${id}`, publicUrl).href };
  },
  status: async (id) => statusOf(await known(orders, id)),
  refund: (id, { totalCents }) => refund(id, totalCents),
  verify: (rawBody, headers) => readExchange(rawBody, headers, key),
  acknowledge: answerExchange,
});

async function known(orders: SandboxOrders, id: string): Promise<SandboxOrder> {
  const order = await orders.find(id);
  if (!order) throw new Error(`No sandbox order ${id}`);
  return order;
}

interface Notice {
  /** Pay.nl's code for the state of the order. */
  readonly code: number;
  /** ms before the first attempt. */
  readonly after?: number;
}

/** Sends signed notifications of orders until `closing` aborts. */
function createNotifier({ key, deliver, wait }: SandboxTools, closing: AbortSignal) {
  async function post(order: SandboxOrder, code: number): Promise<boolean> {
    const body = notification(order, code);
    const request = new Request(order.notificationUrl, {
      method: 'POST',
      body,
      headers: signExchange(body, key),
    });
    const response = await deliver(request).catch(() => null);
    const answer: unknown = await response?.json().catch(() => null);
    return typeof answer === 'object' && answer !== null && 'result' in answer && answer.result === true;
  }

  /** Retries until a delivery succeeds; after the last attempt the product has to poll. */
  async function notify(order: SandboxOrder, { code, after = 0 }: Notice): Promise<void> {
    for (const pause of [after, ...RETRIES]) {
      const over = await wait(pause, closing).then(
        () => false,
        () => true,
      );
      if (over || (await post(order, code))) return;
    }
  }

  async function tell(order: SandboxOrder, outcome: Outcome): Promise<void> {
    if (outcome === 'paid-unheard') return;
    const code = order.decision?.state === 'paid' ? 100 : -60;
    await Promise.all([
      notify(order, { code, after: outcome === 'paid-slowly' ? SLOW : 0 }),
      outcome === 'paid-twice' ? notify(order, { code }) : null,
      outcome === 'paid-out-of-order' ? notify(order, { code: 20, after: 500 }) : null,
      outcome === 'paid-out-of-order' ? notify(order, { code: -90, after: 700 }) : null,
    ]);
  }
  return { notify, tell };
}

function decisionOf(order: SandboxOrder, outcome: Outcome, now: Date): SandboxOrder['decision'] {
  if (outcome.startsWith('failed-')) {
    return { state: 'failed', reason: Number(outcome.slice('failed-'.length)) as FailReason };
  }
  const from = outcome === 'paid-slowly' ? new Date(now.getTime() + SLOW) : now;
  const cents = outcome === 'paid-wrong-amount' ? order.cents - 1 : order.cents;
  return { state: 'paid', cents, from: from.toISOString() };
}

/** Pay.nl's code for what was returned. */
function returnCode({ returned, cents }: SandboxOrder): number {
  if (returned?.how === 'chargeback') return -70;
  return (returned?.cents ?? 0) < cents ? -82 : -81;
}

function statusAt(
  { decision, returned, reference, currency, expiresAt }: SandboxOrder,
  now: Date,
): OrderStatus {
  if (decision?.state === 'failed') return { state: 'failed', reason: decision.reason, reference };
  if (decision && Date.parse(decision.from) <= now.getTime()) {
    return { state: 'paid', cents: decision.cents, currency, reference, ...(returned ? { returned } : {}) };
  }
  if (!decision && Date.parse(expiresAt) <= now.getTime()) return { state: 'failed', reason: 308, reference };
  return { state: 'pending' };
}

function notification(order: SandboxOrder, code: number): string {
  return JSON.stringify({
    object: {
      orderId: order.id,
      reference: order.reference,
      status: { code },
      amount: { value: order.cents, currency: order.currency },
    },
  });
}

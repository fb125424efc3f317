import { z } from 'zod';
import type { FailReason } from '#contract/wallet/payment.ts';
import type { ReturnKind } from '#contract/wallet/returns.ts';
import type { PaynlConfig } from '#server/config/money/payments.ts';
import type { OrderStatus, PaymentGateway, PaymentOrder } from '#server/ports/payments.ts';
import { type Ask, askProvider, NO_ORDER, PATIENCE, pingProvider, refundRest } from './ask-provider.ts';
import { answerExchange, readExchange } from './signed-exchange.ts';

const createdSchema = z.object({
  orderId: z.string().min(1),
  links: z.object({ redirect: z.url({ protocol: /^https?$/ }) }),
});

const refundedSchema = z.object({ amountRefunded: z.object({ value: z.number().int().min(0) }).nullish() });

const statusSchema = refundedSchema.extend({
  reference: z.string().default(''),
  status: z.object({ code: z.coerce.number().int() }),
  amount: z.object({ value: z.number().int(), currency: z.string() }),
});

export interface PaynlTools {
  config: PaynlConfig;
  fetch: typeof globalThis.fetch;
  patience?: number;
}

/** Pay.nl: its order API, and for refunds the older API on another host. */
export function createPaynl({ config, fetch, patience = PATIENCE }: PaynlTools): PaymentGateway {
  const key = { keyId: config.username, secret: config.secret };
  const authorization = `Basic ${Buffer.from(`${config.username}:${config.secret}`).toString('base64')}`;
  const line = { name: 'Pay.nl', fetch, headers: { authorization }, patience };
  const ask = (request: Ask) => askProvider(line, request);
  const orderUrl = (path: string): URL => new URL(`/v1/orders${path}`, config.url);
  const transactionUrl = (order: string, path = ''): URL =>
    new URL(`transactions/${encodeURIComponent(order)}${path}`, `${config.refundUrl.replace(/\/$/, '')}/`);

  /** Refunded cents of a partial refund, which the order may lack. */
  async function refundedCents(order: string): Promise<number> {
    const { amountRefunded } = refundedSchema.parse(await ask({ method: 'GET', url: transactionUrl(order) }));
    if (!amountRefunded) throw new Error(`Pay.nl returned no refunded amount for order ${order}`);
    return amountRefunded.value;
  }

  async function status(order: string): Promise<OrderStatus> {
    const url = orderUrl(`/${encodeURIComponent(order)}/status`);
    const answer = statusSchema.parse(await ask({ method: 'GET', url }));
    if (answer.status.code !== PARTLY_REFUNDED) return statusOf(answer);
    const cents = answer.amountRefunded?.value ?? (await refundedCents(order));
    return paid(answer, { how: 'refund', cents });
  }

  return {
    provider: 'paynl',
    async create(order) {
      const request = { method: 'POST', url: orderUrl(''), body: orderBody(config, order) } as const;
      const { orderId, links } = createdSchema.parse(await ask(request));
      return { order: orderId, redirectUrl: links.redirect };
    },
    status,
    check: () => pingProvider(line, orderUrl(`/${NO_ORDER}/status`)),
    async refund(order, { totalCents, description, notificationUrl }) {
      const { cents, currency } = refundRest(await status(order), totalCents);
      if (cents === 0) return;
      const body = { amount: { value: cents, currency }, description, exchangeUrl: notificationUrl };
      await ask({ method: 'PATCH', url: transactionUrl(order, '/refund'), body });
    },
    verify: (rawBody, headers) => readExchange(rawBody, headers, key),
    acknowledge: answerExchange,
  };
}

function orderBody(config: PaynlConfig, order: PaymentOrder): unknown {
  return {
    serviceId: config.serviceId,
    amount: { value: order.cents, currency: order.currency },
    paymentMethod: { id: Number(order.method) },
    description: order.description,
    reference: order.reference,
    expire: order.expiresAt.toISOString(),
    returnUrl: order.returnUrl,
    exchangeUrl: order.notificationUrl,
    integration: { test: config.test },
    customer: { language: order.lang },
  };
}

/** Our reasons, by the provider's status codes. */
const reasons: Readonly<Record<number, FailReason>> = {
  [-60]: 300,
  [-63]: 302,
  [-64]: 302,
  [-80]: 308,
  [-90]: 309,
};
const PAID = 100;
const PARTLY_REFUNDED = -82;
/** Codes of paid orders whose money was returned in full. */
const returns: Readonly<Record<number, ReturnKind>> = {
  [-70]: 'chargeback',
  [-71]: 'chargeback',
  [-72]: 'refund',
  [-81]: 'refund',
};

type Answer = z.output<typeof statusSchema>;

/** Only PAID books credits: AUTHORIZE (95) merely reserves money. */
function statusOf(answer: Answer): OrderStatus {
  const { status, amount, amountRefunded, reference } = answer;
  const how = returns[status.code];
  if (how) return paid(answer, { how, cents: amount.value });
  if (status.code === PAID) return paid(answer, { how: 'refund', cents: amountRefunded?.value ?? 0 });
  if (status.code >= 0) return { state: 'pending' };
  return { state: 'failed', reason: reasons[status.code] ?? 100, reference };
}

const paid = ({ amount, reference }: Answer, returned: { how: ReturnKind; cents: number }): OrderStatus => ({
  state: 'paid',
  cents: amount.value,
  currency: amount.currency,
  reference,
  ...(returned.cents > 0 ? { returned } : {}),
});

import type { FailReason } from '#contract/wallet/payment.ts';
import type { OrderStatus, PaymentGateway, PaymentOrder, ReturnedMoney } from '#server/ports/payments.ts';

export interface FakePayments {
  gateway: PaymentGateway;
  /** Orders by their id at the provider. */
  orders: Map<string, PaymentOrder>;
  /** How an order stands; pending until a test says otherwise. An Error is thrown when it is asked for. */
  statuses: Map<string, OrderStatus | Error>;
  /** How many of the next orders and refunds are refused. */
  refuse: number;
  /** The payer has paid; by default what was ordered. */
  pay(order: string, paid?: Partial<Extract<OrderStatus, { state: 'paid' }>>): void;
  fail(order: string, reason: FailReason): void;
  /** Money has gone back of an order that was paid. */
  giveBack(order: string, returned: ReturnedMoney): void;
}

/** A provider whose notifications are genuine when they carry `x-signed: yes`; the body is the order's id. */
export function fakePayments(): FakePayments {
  const orders = new Map<string, PaymentOrder>();
  const statuses = new Map<string, OrderStatus | Error>();
  const orderOf = (id: string): PaymentOrder => {
    const order = orders.get(id);
    if (!order) throw new Error(`no order ${id}`);
    return order;
  };
  const fake: FakePayments = {
    orders,
    statuses,
    refuse: 0,
    pay(id, paid) {
      const { cents, currency, reference } = orderOf(id);
      statuses.set(id, { state: 'paid', cents, currency, reference, ...paid });
    },
    fail: (id, reason) =>
      void statuses.set(id, { state: 'failed', reason, reference: orderOf(id).reference }),
    giveBack(id, returned) {
      const { cents, currency, reference } = orderOf(id);
      statuses.set(id, { state: 'paid', cents, currency, reference, returned });
    },
    gateway: {
      provider: 'sandbox',
      async create(order) {
        if (fake.refuse > 0) {
          fake.refuse -= 1;
          throw new Error('the provider is away');
        }
        const id = `order-${orders.size + 1}-${order.reference}`;
        orders.set(id, order);
        return { order: id, redirectUrl: `https://pay.example/${id}` };
      },
      async status(order) {
        const status = statuses.get(order) ?? { state: 'pending' };
        if (status instanceof Error) throw status;
        return status;
      },
      async refund(order, { totalCents }) {
        if (fake.refuse > 0) {
          fake.refuse -= 1;
          throw new Error('the provider is away');
        }
        const status = statuses.get(order);
        if (!status || status instanceof Error || status.state !== 'paid') throw new Error('not paid');
        if (totalCents > (status.returned?.cents ?? 0))
          statuses.set(order, { ...status, returned: { how: 'refund', cents: totalCents } });
      },
      verify: (rawBody, headers) => (headers.get('x-signed') === 'yes' ? { order: rawBody } : null),
      acknowledge: (accepted) => ({ body: accepted ? 'TRUE' : 'FALSE', type: 'text/plain' }),
    },
  };
  return fake;
}

import type { FailReason } from '#contract/wallet/payment.ts';
import type { OrderStatus, PaymentGateway, PaymentOrder, ReturnedMoney } from '#server/ports/payments.ts';

export interface FakePayments {
  gateway: PaymentGateway;
  /** Orders by the provider's id. */
  orders: Map<string, PaymentOrder>;
  /** Status of each order; pending until a test sets it. An Error is thrown on a status request. */
  statuses: Map<string, OrderStatus | Error>;
  /** Number of next orders and refunds to refuse. */
  refuse: number;
  /** Marks an order as paid, by default with what was ordered. */
  pay(order: string, paid?: Partial<Extract<OrderStatus, { state: 'paid' }>>): void;
  fail(order: string, reason: FailReason): void;
  /** Returns money of a paid order. */
  giveBack(order: string, returned: ReturnedMoney): void;
}

/** A provider whose notifications are genuine if they carry `x-signed: yes`; the body is the order's id. */
export function fakePayments(): FakePayments {
  const orders = new Map<string, PaymentOrder>();
  const statuses = new Map<string, OrderStatus | Error>();
  const orderOf = (id: string): PaymentOrder => {
    const order = orders.get(id);
    if (!order) throw new Error(`No order ${id}`);
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
      check: async () => undefined,
      async create(order) {
        if (fake.refuse > 0) {
          fake.refuse -= 1;
          throw new Error('The provider is unavailable');
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
          throw new Error('The provider is unavailable');
        }
        const status = statuses.get(order);
        if (!status || status instanceof Error || status.state !== 'paid')
          throw new Error(`Order ${order} is not paid`);
        if (totalCents > (status.returned?.cents ?? 0))
          statuses.set(order, { ...status, returned: { how: 'refund', cents: totalCents } });
      },
      verify: (rawBody, headers) => (headers.get('x-signed') === 'yes' ? { order: rawBody } : null),
      acknowledge: (accepted) => ({ body: accepted ? 'TRUE' : 'FALSE', type: 'text/plain' }),
    },
  };
  return fake;
}

import type { FailReason } from '#contract/wallet/payment.ts';
import type { PaymentGateway, ReturnedMoney } from '#server/ports/payments.ts';
import type { PlayedServer } from './https-server.ts';

/** A gateway with its provider, whose other half a test plays. */
export interface Stage {
  gateway: PaymentGateway;
  /** What the payer, the bank and the provider's staff do. */
  pay(order: string, cents?: number): Promise<void>;
  fail(order: string, reason: FailReason): Promise<void>;
  giveBack(order: string, returned: ReturnedMoney): Promise<void>;
  /** The provider's genuine notification about an order. */
  notice(order: string): { body: string; headers: Record<string, string> };
  /** Of a provider that is asked over the network. */
  server: PlayedServer | null;
  /** The same gateway with a secret the provider does not know. */
  impostor(): PaymentGateway;
  close(): Promise<void>;
}

/** An order as a played provider keeps it. */
export interface Played {
  reference: string;
  cents: number;
  currency: string;
  state: 'open' | 'paid' | 'failed';
  reason: FailReason | null;
  returned: ReturnedMoney | null;
}

export const orderBook = () => {
  const orders = new Map<string, Played>();
  const of = (id: string): Played => {
    const order = orders.get(id);
    if (!order) throw new Error(`no order ${id}`);
    return order;
  };
  return {
    orders,
    of,
    pay: async (id: string, cents = of(id).cents) => void Object.assign(of(id), { state: 'paid', cents }),
    fail: async (id: string, reason: FailReason) => void Object.assign(of(id), { state: 'failed', reason }),
    giveBack: async (id: string, returned: ReturnedMoney) => void Object.assign(of(id), { returned }),
    /** False where the order does not hold so much. */
    refund(id: string, cents: number): boolean {
      const order = of(id);
      const total = (order.returned?.cents ?? 0) + cents;
      if (order.state !== 'paid' || total > order.cents) return false;
      order.returned = { how: 'refund', cents: total };
      return true;
    },
  };
};

import type { Purchase } from '#contract/wallet/receipts-calls.ts';
import type { ApiClient } from '../started/api-client.ts';

/** Successful outcomes of the sandbox: notified at once, late, twice, in the wrong order, or never. */
const payings = ['paid', 'paid-slowly', 'paid-twice', 'paid-out-of-order', 'paid-unheard'] as const;
const returnings = ['refund', 'refund-half', 'chargeback'] as const;

export interface Order {
  readonly payment: string;
  readonly payUrl: string;
  readonly paying: (typeof payings)[number];
  /** Whether the sandbox acknowledged the payment. */
  decided: boolean;
  /** How the provider or the bank returns the money; null until a return is requested. */
  returning: (typeof returnings)[number] | null;
  /** Receipt number of the requested withdrawal; null before the request and after a refusal. */
  withdrawing: string | null;
  /** Credits that the product acknowledged as withdrawn. */
  withdrawn: number;
}

const pick = <One>(list: readonly One[]): One => list[Math.floor(Math.random() * list.length)] as One;

/** Buys and returns one member's orders and records them. Calls `refuse` with the label of each refusal. */
export function ordersOf(api: ApiClient, bundle: string, refuse: (label: string) => void) {
  const orders: Order[] = [];
  const untouched = () =>
    orders.find(({ decided, returning, withdrawing }) => decided && !returning && !withdrawing);

  const decide = async (order: Order): Promise<void> => {
    if ((await api.pay(order.payUrl, order.paying)) === 303) order.decided = true;
  };

  async function askToWithdraw(order: Order): Promise<void> {
    const path = `/api/member/purchases/${order.withdrawing}/withdraw`;
    const { status, body } = await api.send<{ credits: number; label: string }>('POST', path, { lang: 'en' });
    if (status === 200) order.withdrawn = body.credits;
    else if (status < 500) {
      // None of its credits were left, so none were moved.
      refuse(body.label);
      order.withdrawing = null;
    } else throw new Error(`the withdrawal answered ${status}`);
  }

  return {
    orders,
    async buy(): Promise<void> {
      const opened = await api.openPayment(bundle);
      const order: Order = {
        ...opened,
        paying: pick(payings),
        decided: false,
        returning: null,
        withdrawing: null,
        withdrawn: 0,
      };
      orders.push(order);
      await decide(order);
    },
    /** Requests a return at the provider, whose notification may get lost. */
    async giveBack(): Promise<void> {
      const order = untouched();
      if (!order) return;
      // Recorded before the request: even if its response is lost, the money may be returned.
      order.returning = pick(returnings);
      await api.pay(order.payUrl, order.returning);
    },
    /** Withdraws from a purchase: the product takes back its unused credits and returns their money. */
    async withdraw(): Promise<void> {
      const { body } = await api.send<{ result: Purchase[] }>('GET', '/api/member/purchases?page=1');
      const offered = body.result.find(({ withdrawal }) => withdrawal !== null);
      const order = orders.find(({ payment }) => payment === offered?.payment);
      if (!order || !offered || order.returning || order.withdrawing) return;
      order.withdrawing = offered.receipt;
      await askToWithdraw(order);
    },
    /** Repeats payments and withdrawals that had no response. */
    async finish(): Promise<void> {
      for (const order of orders) {
        if (!order.decided) await decide(order);
        if (order.withdrawing && order.withdrawn === 0) await askToWithdraw(order);
      }
    },
    /** Makes the provider repeat its notifications of returns; a repeated return moves no further money. */
    async tellReturns(): Promise<void> {
      for (const order of orders.filter(({ returning }) => returning))
        await api.pay(order.payUrl, order.returning ?? '');
    },
  };
}

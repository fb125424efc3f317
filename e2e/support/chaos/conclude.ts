import { setTimeout as sleep } from 'node:timers/promises';
import type { Purchase } from '#contract/wallet/receipts-calls.ts';
import type { OwnProduct } from '../product.ts';
import { until } from '../started/until.ts';
import type { ChaosClient } from './client.ts';
import { type Bundle, indexOf, RESTS_MS, type Standing, wrongOf } from './judge.ts';

export interface ChaosResult {
  kills: number;
  tips: { sent: number; acknowledged: number };
  minutes: { chats: number; acknowledged: number };
  orders: { paid: number; disturbed: number; returned: number; withdrawn: number };
  /** Acts that the killed product did not answer. */
  lost: number;
  /** Number of refusals by label. */
  refused: Record<string, number>;
  /** Errors; must be empty. */
  wrong: string[];
}

/** ms within which a paid order or a return is booked, even if its notification is late or missing. */
const SETTLE_MS = 90_000;

/** Lets all clients finish, waits until all is settled, stops the product, and compares records with the books. */
export async function conclude(
  product: OwnProduct,
  clients: readonly ChaosClient[],
  bundle: Bundle,
): Promise<Omit<ChaosResult, 'kills'>> {
  const wrong: string[] = [];
  for (const client of clients) await client.finish();
  for (const client of clients) wrong.push(...(await unsettled(client)));
  // No client watches any more, so the last rests are settled after this time.
  // biome-ignore lint/plugin/sleeps: the running product does not tell what is left to settle
  await sleep(RESTS_MS);
  const standings = new Map<ChaosClient, Standing>();
  for (const client of clients) standings.set(client, await standingOf(client));
  await product.end('SIGTERM');
  const books = await product.books();
  const index = indexOf(books);
  for (const [client, standing] of standings) wrong.push(...wrongOf(client, index, bundle, standing));
  const { faults, total, negative } = books;
  if (faults.length > 0) wrong.push(`faults: ${JSON.stringify(faults)}`);
  if (total !== 0 || negative !== 0) wrong.push(`total ${total}, ${negative} accounts below zero`);
  return { ...count(clients), wrong };
}

/** Waits until paid orders are booked and returned ones reversed; returns those that were late. */
async function unsettled({ api, orders, tellReturns }: ChaosClient): Promise<string[]> {
  const wrong: string[] = [];
  for (const { payment } of orders.filter(({ decided }) => decided))
    await until(() => api.isBooked(payment), SETTLE_MS).catch(() =>
      wrong.push(`the paid order ${payment} is not booked`),
    );
  await tellReturns();
  const waiting = orders.filter(({ returning }) => returning).map(({ payment }) => payment);
  const isBack = async () => {
    const back = (await purchasesOf(api)).filter(({ returnedCents }) => returnedCents > 0);
    return waiting.every((payment) => back.some((purchase) => purchase.payment === payment));
  };
  await until(isBack, SETTLE_MS).catch(() => wrong.push(`a return of ${waiting.join()} is not booked`));
  return wrong;
}

async function purchasesOf(api: ChaosClient['api']): Promise<Purchase[]> {
  const all: Purchase[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await api.send<{ result: Purchase[]; total: number }>(
      'GET',
      `/api/member/purchases?page=${page}`,
    );
    all.push(...body.result);
    if (all.length >= body.total || body.result.length === 0) return all;
  }
}

async function standingOf(client: ChaosClient): Promise<Standing> {
  const { body } = await client.api.send<{ credits: number; owed: number }>('GET', '/api/member/wallet');
  return { ...body, receipts: await client.receipts() };
}

function count(clients: readonly ChaosClient[]): Omit<ChaosResult, 'kills' | 'wrong'> {
  const tips = clients.flatMap((client) => client.tips);
  const chats = clients.flatMap((client) => client.chats);
  const orders = clients.flatMap((client) => client.orders);
  const refused: Record<string, number> = {};
  for (const { refusals } of clients)
    for (const [label, times] of refusals) refused[label] = (refused[label] ?? 0) + times;
  return {
    tips: { sent: tips.length, acknowledged: tips.filter(({ acknowledged }) => acknowledged).length },
    minutes: {
      chats: chats.length,
      acknowledged: chats.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    },
    orders: {
      paid: orders.filter(({ decided }) => decided).length,
      disturbed: orders.filter(({ paying }) => paying !== 'paid').length,
      returned: orders.filter(({ returning }) => returning).length,
      withdrawn: orders.filter(({ withdrawn }) => withdrawn > 0).length,
    },
    lost: clients.reduce((sum, { lost }) => sum + lost, 0),
    refused,
  };
}

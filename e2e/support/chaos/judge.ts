import { KEPT_MINUTES, restAfter } from '#contract/chat/minutes.ts';
import type { Receipt } from '#contract/chat/receipt.ts';
import { prices } from '#contract/wallet/prices.ts';
import { creditsReturned } from '#contract/wallet/returns.ts';
import type { Books } from '../product.ts';
import type { ChaosClient } from './client.ts';
import type { Order } from './orders.ts';

/** Credits of each member at the start. */
export const OPENING = 5000;
/** Seconds of a paid minute: short, so that kills come between two of them, and in the middle of many. */
export const MINUTE_SECONDS = 3;
/** ms until the rest of a minute that was left is settled. */
export const RESTS_MS = (KEPT_MINUTES * MINUTE_SECONDS + 3) * 1000;
/** ms by which what is billed may differ from what was delivered, in each session. */
const TICK_MS = 1000;

export interface Bundle {
  id: string;
  cents: number;
  credits: number;
}

/** What the product says of one member in the end. */
export interface Standing {
  credits: number;
  owed: number;
  receipts: Receipt[];
}

/** The keys of the books, to be asked for what they end with. */
export function indexOf({ keys }: Books) {
  const tips = new Set(
    keys.filter((key) => key.startsWith('tip:')).map((key) => key.slice(key.lastIndexOf(':') + 1)),
  );
  const all = new Set(keys);
  const minutes = new Map<string, number>();
  for (const key of keys.filter((one) => one.startsWith('minute:'))) {
    const session = key.split(':')[1] ?? '';
    minutes.set(session, (minutes.get(session) ?? 0) + 1);
  }
  return {
    hasTip: (id: string) => tips.has(id),
    hasPurchase: (payment: string) => all.has(`purchase:${payment}`),
    minutesOf: (session: string) => minutes.get(session) ?? 0,
  };
}
type Index = ReturnType<typeof indexOf>;

/** Credits of an order that left with its money. */
function creditsGone({ returning, withdrawn }: Order, bundle: Bundle): number {
  if (!returning) return withdrawn;
  return creditsReturned(bundle, returning === 'refund-half' ? Math.ceil(bundle.cents / 2) : bundle.cents);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** What one member was promised and remembers, against the books and against what the product says in the end. */
export function wrongOf(client: ChaosClient, books: Index, bundle: Bundle, standing: Standing): string[] {
  const { receipts } = standing;
  const wrong = [...lostActs(client, books), ...wrongMinutes(client, books, receipts)];
  const tips = sum(client.tips.filter(({ id }) => books.hasTip(id)).map(({ amount }) => amount));
  const tipped = sum(receipts.map((receipt) => receipt.tips));
  if (tips !== tipped) wrong.push(`the receipts have ${tipped} credits of tips, the books ${tips}`);
  const booked = client.orders.filter(({ payment }) => books.hasPurchase(payment));
  const gone = sum(booked.map((order) => creditsGone(order, bundle)));
  const spent = sum(receipts.map(({ total }) => total));
  const expected = OPENING + booked.length * bundle.credits - spent - gone;
  const has = standing.credits - standing.owed;
  if (has !== expected) wrong.push(`has ${has} credits instead of ${expected}`);
  return wrong.map((line) => `${client.email}: ${line}`);
}

function lostActs({ tips, orders, chats }: ChaosClient, books: Index): string[] {
  const wrong: string[] = [];
  for (const { id, acknowledged } of tips)
    if (acknowledged && !books.hasTip(id)) wrong.push(`the tip ${id} is lost`);
  for (const { payment, decided } of orders)
    if (decided && !books.hasPurchase(payment)) wrong.push(`the paid order ${payment} has no credits`);
  for (const [at, { session, performer, acknowledged }] of chats.entries()) {
    const soFar = chats.slice(0, at + 1).filter((chat) => chat.performer === performer);
    const booked = sum(soFar.map((chat) => books.minutesOf(chat.session)));
    if (booked < acknowledged)
      wrong.push(`of ${acknowledged} minutes until ${session} only ${booked} are booked`);
  }
  return wrong;
}

/** Minutes billed are minutes delivered, but for what a member may keep of one by leaving it. */
function wrongMinutes({ chats }: ChaosClient, books: Index, receipts: readonly Receipt[]): string[] {
  const wrong: string[] = [];
  // By the tariff: a member whose every report was cut off has heard of no price.
  const price = prices.chatMinute;
  const bySession = new Map(receipts.map((receipt) => [receipt.session, receipt]));
  const [least, most] = [sum(chats.map((chat) => chat.least)), sum(chats.map((chat) => chat.most))];
  let kept = 0;
  for (const { session } of chats) {
    const receipt = bySession.get(session);
    const minutes = books.minutesOf(session);
    const { minutes: told = 0, charged = 0 } = receipt ?? {};
    if (minutes !== told || minutes * price !== charged)
      wrong.push(
        `the receipt of ${session} has ${told} minutes for ${charged} credits, the books ${minutes}`,
      );
    kept += restAfter[receipt?.reason ?? 'default'] === 'returned' ? 0 : 1;
  }
  const billed = sum(
    receipts.map(({ charged, returned, toy }) => charged - (returned - (toy?.returned ?? 0))),
  );
  const worthOf = (ms: number) => (price * ms) / (MINUTE_SECONDS * 1000);
  const ticks = chats.length * TICK_MS;
  if (billed > worthOf(most + ticks) + kept * price)
    wrong.push(`${billed} credits were billed for ${most} ms of picture, ${kept} rests kept`);
  if (billed < worthOf(least - ticks) - chats.length)
    wrong.push(`only ${billed} credits were billed for ${least} ms of picture that was acknowledged`);
  return wrong;
}

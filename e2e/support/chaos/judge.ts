import type { Receipt } from '#contract/chat/receipt-calls.ts';
import { KEPT_MINUTES, restAfter } from '#contract/chat/units.ts';
import { prices } from '#contract/wallet/prices.ts';
import { creditsReturned } from '#contract/wallet/returns.ts';
import type { Books } from '../product.ts';
import type { ChaosClient } from './client.ts';
import type { Order } from './orders.ts';

/** Credits of each member at the start. */
export const OPENING = 5000;
/** Length of a paid minute in seconds; short, so that kills occur within minutes and between them. */
export const MINUTE_SECONDS = 3;
/** ms until the rest of a minute is settled after its member has left. */
export const RESTS_MS = (KEPT_MINUTES * MINUTE_SECONDS + 3) * 1000;
/** Allowed difference in ms between billed and delivered time, per session. */
const TICK_MS = 1000;

export interface Bundle {
  id: string;
  cents: number;
  credits: number;
}

/** A member's final state, as the product reports it. */
export interface Standing {
  credits: number;
  owed: number;
  receipts: Receipt[];
}

/** Indexes the books' keys: tips by client id, purchases by payment, minutes by session. */
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

/** Credits of an order that were taken back because its money was returned. */
function creditsGone({ returning, withdrawn }: Order, bundle: Bundle): number {
  if (!returning) return withdrawn;
  return creditsReturned(bundle, returning === 'refund-half' ? Math.ceil(bundle.cents / 2) : bundle.cents);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Compares a member's records with the books and the product's final state; returns all differences. */
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

/** Checks that billed minutes equal delivered minutes, apart from rests that are not refunded. */
function wrongMinutes({ chats }: ChaosClient, books: Index, receipts: readonly Receipt[]): string[] {
  const wrong: string[] = [];
  // From the tariff, because a member whose keep-alives were all cut off knows no price.
  const price = prices.chatMinute;
  const bySession = new Map(receipts.map((receipt) => [receipt.session, receipt]));
  const [least, most] = [sum(chats.map((chat) => chat.least)), sum(chats.map((chat) => chat.most))];
  let kept = 0;
  for (const { session } of chats) {
    const receipt = bySession.get(session);
    const minutes = books.minutesOf(session);
    const { minutes: billedMinutes = 0, charged = 0 } = receipt ?? {};
    if (minutes !== billedMinutes || minutes * price !== charged)
      wrong.push(
        `the receipt of ${session} has ${billedMinutes} minutes for ${charged} credits, the books ${minutes}`,
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
    wrong.push(
      `only ${billed} credits were billed for ${least} ms of picture that was acknowledged: ${JSON.stringify({ chats, receipts })}`,
    );
  return wrong;
}

import { randomUUID } from 'node:crypto';
import { and, arrayContains, asc, eq, inArray, notInArray } from 'drizzle-orm';
import sharp from 'sharp';
import { CONSENT_VERSION } from '#contract/wallet/payment.ts';
import { prices } from '#contract/wallet/prices.ts';
import { liveCast } from '#demo/cast/live.ts';
import { beginMinutes, payMinutes } from '#server/chat/minutes/run-minute.ts';
import { chatMinutes } from '#server/chat/minutes/tables.ts';
import { chatSessions } from '#server/chat/session/tables.ts';
import { storeTip } from '#server/chat/tips/store-tip.ts';
import { favourites as favouriteRows } from '#server/member/favourites/tables.ts';
import { storeMessage } from '#server/messaging/conversation/store-message.ts';
import { drawPhoto } from '#server/messaging/photos/draw-photo.ts';
import { keepFile } from '#server/messaging/photos/photo-files.ts';
import { photos } from '#server/messaging/photos/tables.ts';
import { conversationSides } from '#server/messaging/tables.ts';
import { performers } from '#server/performers/tables.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { spendingLimits } from '#server/wallet/limits/tables.ts';
import { bookPayment } from '#server/wallet/purchase/settle-payment.ts';
import { bundles, payments } from '#server/wallet/tables.ts';
import type { MemberPast } from '../seed-members.ts';
import {
  chats,
  conversations,
  costOfPast,
  favourites,
  MONTH_LIMIT,
  type PastChat,
  type PastConversation,
  purchases,
  REGISTERED_DAYS_AGO,
} from './plan.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type PastDeps = Pick<Deps, 'config' | 'now' | 'storage'>;

interface PastMember {
  memberId: number;
  username: string;
  /** Ids of performers, by the indexes of the plan. */
  performers: readonly number[];
}

/** The demo member's history according to the plan; parts with a missing bundle or performer are left out. */
export function openPast(deps: PastDeps, username: string): MemberPast {
  const now = deps.now();
  return {
    registeredAt: daysBefore(now, REGISTERED_DAYS_AGO),
    cost: async (tx) => {
      const ids = purchases.map(({ bundle }) => bundle);
      const bought = await tx.select().from(bundles).where(inArray(bundles.id, ids));
      return costOfPast() - bought.reduce((sum, { credits }) => sum + credits, 0);
    },
    store: async (tx, memberId) => {
      const member = { memberId, username, performers: await findPerformers(tx) };
      for (const purchase of purchases)
        await seedPurchase({ ...deps, tx }, memberId, purchase, daysBefore(now, purchase.daysAgo));
      for (const chat of chats) await seedChat(tx, member, chat, daysBefore(now, chat.daysAgo));
      const addPhoto = (performerId: number) => storePhoto({ ...deps, db: tx }, performerId);
      for (const conversation of conversations)
        await seedConversation(tx, member, conversation, {
          addPhoto,
          at: daysBefore(now, conversation.daysAgo),
        });
      const rows = favourites.flatMap((place) => member.performers[place] ?? []);
      for (const performerId of rows)
        await tx.insert(favouriteRows).values({ memberId, performerId, createdAt: now });
      await tx.insert(spendingLimits).values({ memberId, period: 'month', credits: MONTH_LIMIT });
    },
  };
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** Stores a performer's upload. Returns its id. */
async function storePhoto(deps: PastDeps & Pick<Deps, 'db'>, performerId: number): Promise<string> {
  const { content, width, height, preview } = await drawPhoto(await drawSleeve());
  const hash = await keepFile(deps, content);
  const id = randomUUID();
  await deps.db
    .insert(photos)
    .values({ id, performerId, hash, width, height, preview, uploadedAt: deps.now() });
  return id;
}

/** The best-known Dutch performers outside the live cast, so that earlier tips do not appear in a room that is on air. */
async function findPerformers(tx: Tx): Promise<number[]> {
  const live = liveCast.map(({ username }) => username);
  const rows = await tx
    .select({ id: performers.id })
    .from(performers)
    .where(
      and(
        notInArray(performers.username, live),
        eq(performers.gender, 'female'),
        arrayContains(performers.languages, ['nl']),
      ),
    )
    .orderBy(asc(performers.id))
    .limit(Math.max(...favourites) + 1);
  return rows.map(({ id }) => id);
}

async function seedPurchase(
  { tx, config }: Pick<Deps, 'config'> & { tx: Tx },
  memberId: number,
  { bundle: bundleId, method }: (typeof purchases)[number],
  at: Date,
): Promise<void> {
  const [bundle] = await tx.select().from(bundles).where(eq(bundles.id, bundleId));
  if (!bundle) return;
  const [payment] = await tx
    .insert(payments)
    .values({
      id: randomUUID().replaceAll('-', ''),
      memberId,
      bundleId,
      cents: bundle.cents,
      credits: bundle.credits,
      method: config.paymentMethods.find((option) => option.method === method)?.id ?? method,
      provider: 'sandbox',
      requestKey: randomUUID(),
      device: 'desktop',
      consentVersion: CONSENT_VERSION,
      consentedAt: at,
      createdAt: at,
    })
    .returning();
  if (payment) await bookPayment(tx, payment, at);
}

async function seedChat(
  tx: Tx,
  { memberId, username, performers: known }: PastMember,
  { with: place, type, minutes, tips }: PastChat,
  at: Date,
): Promise<void> {
  const performerId = known[place];
  if (performerId === undefined) return;
  const paid = type === 'chat' ? minutes : 0;
  const endedAt = new Date(at.getTime() + minutes * MINUTE_MS);
  const [session] = await tx
    .insert(chatSessions)
    .values({
      ...{ id: randomUUID(), performerId, memberId, type, sender: username, state: 'ended', node: 'demo' },
      ...{ joinedAt: at, firstFrameAt: at, lastSeenAt: endedAt, endedAt, endReason: 'left' },
      ...{ minutes: paid, spent: paid * prices.chatMinute },
      ...{ mediaMs: minutes * MINUTE_MS, deliveredMs: minutes * MINUTE_MS },
    })
    .returning();
  if (!session) return;
  for (let number = 1; number <= paid; number += 1) {
    const boughtAt = new Date(at.getTime() + (number - 1) * MINUTE_MS);
    const minute = { memberId, performerId, mode: 'chat', sessionId: session.id, number } as const;
    const purchase = { ...minute, price: prices.chatMinute, deliveredMs: 0, at: boughtAt };
    const [paid] = await payMinutes(tx, [purchase]);
    if (!paid || 'refused' in paid)
      throw new Error(`Minute of session ${session.id} was refused: ${paid?.refused}`);
    const [bought] = await beginMinutes(tx, [paid]);
    if (!bought) throw new Error(`Minute of session ${session.id} was not inserted`);
    const settledAt = new Date(boughtAt.getTime() + MINUTE_MS);
    await tx
      .update(chatMinutes)
      .set({ state: 'settled', reason: 'used', settledAt, deliveredMs: MINUTE_MS })
      .where(eq(chatMinutes.id, bought.id));
  }
  for (const { amount, message } of tips)
    await storeTip({ brand: { hasFeature: () => false } }, tx, {
      ...{ session, memberId, clientId: randomUUID(), maySpeak: true, publicSince: null, at: endedAt },
      ...{ isOffered: true, hasGoal: false },
      data: { amount, message, tipType: 'tip', isPublic: message !== '' },
    });
}

async function seedConversation(
  tx: Tx,
  { memberId, performers: known }: PastMember,
  { with: place, lines, unread = false }: PastConversation,
  { at, addPhoto }: { at: Date; addPhoto: (performerId: number) => Promise<string> },
): Promise<void> {
  const performerId = known[place];
  if (performerId === undefined) return;
  let last = { conversationId: 0, seq: 0 };
  for (const { from, text, after, photo } of lines) {
    const { row } = await storeMessage(
      tx,
      { side: from },
      {
        ...{ memberId, performerId, clientId: randomUUID(), content: text },
        photo: photo ? await addPhoto(performerId) : null,
        price: from === 'member' ? prices.message : null,
        at: new Date(at.getTime() + after * MINUTE_MS),
      },
    );
    last = row;
  }
  const { conversationId, seq } = last;
  for (const side of ['member', 'performer'] as const) {
    const readSeq = side === 'member' && unread ? seq - 1 : seq;
    await tx
      .update(conversationSides)
      .set({ readSeq, deliveredSeq: seq })
      .where(and(eq(conversationSides.conversationId, conversationId), eq(conversationSides.side, side)));
  }
}

/** A record sleeve, as a photo. */
const drawSleeve = (): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900" viewBox="0 0 90 90">
        <rect width="90" height="90" fill="#7a5c45"/><rect x="12" y="12" width="66" height="66" fill="#f2dfb8"/>
        <circle cx="45" cy="45" r="24" fill="#c8553d"/><circle cx="45" cy="45" r="16" fill="#f2b84b"/>
        <circle cx="45" cy="45" r="7" fill="#2f4858"/><path d="M12 66h66v4H12zm0 7h66v2H12z" fill="#2f4858"/></svg>`,
    ),
  )
    .jpeg()
    .toBuffer();

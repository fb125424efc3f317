import { randomUUID } from 'node:crypto';
import { and, arrayContains, asc, eq, inArray, notInArray } from 'drizzle-orm';
import sharp from 'sharp';
import { tipDataSchema } from '#contract/chat/tipping/tips.ts';
import { CONSENT_VERSION } from '#contract/wallet/payment.ts';
import { prices } from '#contract/wallet/prices.ts';
import { liveCast } from '#demo/cast.ts';
import { chatSessions } from '#server/chat/session/tables.ts';
import { storeTip } from '#server/chat/tips/store-tip.ts';
import { beginUnits, payUnits } from '#server/chat/units/run-unit.ts';
import { chatUnits } from '#server/chat/units/tables.ts';
import { duePayouts } from '#server/desk/payouts/list-payouts.ts';
import { markPaid } from '#server/desk/payouts/pay-out.ts';
import { operatorCaller, systemCaller } from '#server/identity/caller.ts';
import { favourites as favouriteRows } from '#server/member/tables.ts';
import { storePrivateMessage } from '#server/messaging/conversation/store-private-message.ts';
import { keepFile } from '#server/messaging/photos/photo-files.ts';
import { drawPhoto } from '#server/messaging/photos/upload-photo.ts';
import { conversationSides, photos } from '#server/messaging/tables.ts';
import { performers } from '#server/performers/tables.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { bookPayment } from '#server/wallet/purchase/transitions.ts';
import { bundles, payments, spendingLimits } from '#server/wallet/tables.ts';
import type { MemberPast } from '../seed-members.ts';
import { costOf, type MemberPlan, type PastChat, type PastConversation } from './plan.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type PastDeps = Pick<Deps, 'config' | 'now' | 'storage'>;

interface PastMember {
  memberId: number;
  username: string;
  /** Ids of performers, by the indexes of the plan. */
  performers: readonly number[];
}

interface Wanted {
  username: string;
  plan: MemberPlan;
  /** Of the live cast; come first in the plan's list of performers. */
  live?: readonly string[];
}

/** A member's history according to a plan; parts with a missing bundle or performer are left out. */
export function openPast(deps: PastDeps, { username, plan, live = [] }: Wanted): MemberPast {
  const now = deps.now();
  return {
    registeredAt: daysBefore(now, plan.registeredDaysAgo),
    cost: async (tx) => {
      const bought = new Map((await tx.select().from(bundles)).map(({ id, credits }) => [id, credits]));
      return plan.purchases.reduce((cost, { bundle }) => cost - (bought.get(bundle) ?? 0), costOf(plan));
    },
    store: async (tx, memberId) => {
      const known = [...(await findByName(tx, live)), ...(await findPerformers(tx, plan))];
      const member = { memberId, username, performers: known };
      const addPhoto = (performerId: number) => storePhoto({ ...deps, db: tx }, performerId);
      const acts = [
        ...actsOf(plan.purchases, (purchase, at) => seedPurchase({ ...deps, tx }, memberId, purchase, at)),
        ...actsOf(plan.chats, (chat, at) => seedChat({ ...deps, tx }, member, chat, at)),
        ...actsOf(plan.conversations, (one, at) =>
          seedConversation({ ...deps, tx }, member, one, { at, addPhoto }),
        ),
        ...actsOf(plan.payouts, ({ month }, at) => seedPayouts({ ...deps, tx }, month, at)),
      ];
      // The ledger's entries are in the order of their times.
      for (const { daysAgo, act } of acts.sort((a, b) => b.daysAgo - a.daysAgo))
        await act(daysBefore(now, daysAgo));
      const rows = plan.favourites.flatMap((place) => member.performers[place] ?? []);
      for (const performerId of rows)
        await tx.insert(favouriteRows).values({ memberId, performerId, createdAt: now });
      if (plan.monthLimit !== null)
        await tx.insert(spendingLimits).values({ memberId, period: 'month', credits: plan.monthLimit });
    },
  };
}

const actsOf = <One extends { daysAgo: number }>(
  plan: readonly One[],
  act: (one: One, at: Date) => Promise<void>,
) => plan.map((one) => ({ daysAgo: one.daysAgo, act: (at: Date) => act(one, at) }));

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** Nothing to scan. */
const ownDrawing = async (): Promise<void> => {};

/** Stores a performer's upload. Returns its id. */
async function storePhoto(deps: PastDeps & Pick<Deps, 'db'>, performerId: number): Promise<string> {
  const { content, width, height, preview } = await drawPhoto({ scan: ownDrawing }, await drawSleeve());
  const hash = await keepFile(deps, content);
  const id = randomUUID();
  await deps.db
    .insert(photos)
    .values({ id, performerId, hash, width, height, preview, uploadedAt: deps.now() });
  return id;
}

/** The best-known Dutch performers outside the live cast, so that earlier tips do not appear in a room that is on air. */
async function findPerformers(tx: Tx, { chats, conversations, favourites }: MemberPlan): Promise<number[]> {
  const places = [...favourites, ...[...chats, ...conversations].map((one) => one.with)];
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
    .limit(Math.max(...places) + 1);
  return rows.map(({ id }) => id);
}

async function findByName(tx: Tx, names: readonly string[]): Promise<number[]> {
  const rows = await tx
    .select({ id: performers.id, username: performers.username })
    .from(performers)
    .where(inArray(performers.username, [...names]));
  return names.flatMap((name) => rows.find(({ username }) => username === name)?.id ?? []);
}

async function seedPurchase(
  { tx, config }: Pick<Deps, 'config'> & { tx: Tx },
  memberId: number,
  { bundle: bundleId, method }: MemberPlan['purchases'][number],
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
  if (payment) await bookPayment(null, tx, payment, { caller: systemCaller, at });
}

async function seedChat(
  { tx, config }: Pick<Deps, 'config'> & { tx: Tx },
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
      id: randomUUID(),
      performerId,
      memberId,
      type,
      sender: username,
      state: 'ended',
      node: 'demo',
      joinedAt: at,
      firstFrameAt: at,
      lastSeenAt: endedAt,
      endedAt,
      endReason: 'left',
      minutes: paid,
      spent: paid * prices.chatMinute,
      mediaMs: minutes * MINUTE_MS,
      deliveredMs: minutes * MINUTE_MS,
    })
    .returning();
  if (!session) return;
  for (let number = 1; number <= paid; number += 1) {
    const boughtAt = new Date(at.getTime() + (number - 1) * MINUTE_MS);
    const minute = { memberId, performerId, mode: 'chat', sessionId: session.id, number } as const;
    const purchase = { ...minute, price: prices.chatMinute, unitMs: MINUTE_MS, deliveredMs: 0, at: boughtAt };
    const [paid] = await payUnits(tx, config, [purchase]);
    if (!paid || 'refused' in paid)
      throw new Error(`Minute of session ${session.id} was refused: ${paid?.refused}`);
    const [bought] = await beginUnits(tx, [paid]);
    if (!bought) throw new Error(`Minute of session ${session.id} was not inserted`);
    const settledAt = new Date(boughtAt.getTime() + MINUTE_MS);
    await tx
      .update(chatUnits)
      .set({ state: 'settled', reason: 'used', settledAt, deliveredMs: MINUTE_MS })
      .where(eq(chatUnits.id, bought.id));
  }
  for (const { amount, message } of tips)
    await storeTip({ config, brand: { hasFeature: () => false } }, tx, {
      caller: null,
      session,
      sender: session.sender,
      memberId,
      clientId: randomUUID(),
      maySpeak: true,
      publicSince: null,
      at: endedAt,
      isOffered: true,
      itemTexts: null,
      hasGoal: false,
      data: tipDataSchema.parse({ amount, message, isPublic: message !== '' }),
    });
}

async function seedConversation(
  { tx, config }: Pick<Deps, 'config'> & { tx: Tx },
  { memberId, performers: known }: PastMember,
  { with: place, lines, unread = false }: PastConversation,
  { at, addPhoto }: { at: Date; addPhoto: (performerId: number) => Promise<string> },
): Promise<void> {
  const performerId = known[place];
  if (performerId === undefined) return;
  let last = { conversationId: 0, seq: 0 };
  for (const { from, text, after, photo } of lines) {
    const { row } = await storePrivateMessage(
      { config },
      tx,
      { side: from },
      {
        memberId,
        performerId,
        clientId: randomUUID(),
        content: text,
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

/** Marks a month as paid to every performer who was owed something. */
async function seedPayouts(
  { config, tx }: Pick<Deps, 'config'> & { tx: Tx },
  month: string,
  at: Date,
): Promise<void> {
  const deps = { config, db: tx, newId: randomUUID, now: () => at };
  const caller = operatorCaller('demo', `month ${month}`);
  for (const { performer, username, version, stop } of await duePayouts(deps, { month }))
    if (stop === null)
      await markPaid(deps, caller, { performer, month, version, reference: `${month} ${username}` });
}

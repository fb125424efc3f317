import { asc, eq } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { camBacks } from '../cam-back/tables.ts';
import { chatMinutes } from '../minutes/tables.ts';
import { readReceipts } from '../receipt/receipt.ts';
import { chatSessions } from '../session/tables.ts';
import { tips } from '../tips/tables.ts';
import { toyRuns } from '../toys/tables.ts';
import { vipRequests } from '../vip/tables.ts';
import { nobodyOf, withPerformers } from './with-performers.ts';

/** What was watched and given. The rows carry amounts and stay with the books, under nobody's name. */
export const watchingData: PersonalData = {
  tables: ['chat_session', 'chat_minute', 'tip', 'vip_request', 'toy_run', 'cam_back'],
  async read(db, memberId) {
    return {
      chats: await readChats(db, memberId),
      minutes: await readMinutes(db, memberId),
      tips: await readTips(db, memberId),
      'vip-requests': await readShows(db, memberId),
      toys: await readToys(db, memberId),
      cameras: await readCameras(db, memberId),
    };
  },
  async erase(tx, memberId) {
    const sender = nobodyOf(memberId);
    await tx.update(chatSessions).set({ sender }).where(eq(chatSessions.memberId, memberId));
    await tx.update(vipRequests).set({ sender }).where(eq(vipRequests.memberId, memberId));
    await tx.update(toyRuns).set({ sender }).where(eq(toyRuns.memberId, memberId));
    await tx.update(tips).set({ message: '' }).where(eq(tips.memberId, memberId));
  },
};

async function readChats(db: Db, memberId: number) {
  const rows = await db
    .select()
    .from(chatSessions)
    .where(eq(chatSessions.memberId, memberId))
    .orderBy(asc(chatSessions.joinedAt));
  const receipts = await readReceipts({ db }, rows);
  return receipts.map((receipt, index) => ({ as: rows[index]?.sender, ...receipt }));
}

async function readMinutes(db: Db, memberId: number) {
  const rows = await db
    .select({
      performerId: chatMinutes.performerId,
      session: chatMinutes.boughtIn,
      mode: chatMinutes.mode,
      at: chatMinutes.boughtAt,
      price: chatMinutes.price,
      deliveredMs: chatMinutes.deliveredMs,
      returned: chatMinutes.returned,
      reason: chatMinutes.reason,
    })
    .from(chatMinutes)
    .where(eq(chatMinutes.memberId, memberId))
    .orderBy(asc(chatMinutes.id));
  return withPerformers(db, rows);
}

async function readTips(db: Db, memberId: number) {
  const rows = await db
    .select({
      performerId: tips.performerId,
      session: tips.sessionId,
      at: tips.createdAt,
      amount: tips.amount,
      kind: tips.tipType,
      message: tips.message,
      isPublic: tips.isPublic,
    })
    .from(tips)
    .where(eq(tips.memberId, memberId))
    .orderBy(asc(tips.id));
  return withPerformers(db, rows);
}

async function readShows(db: Db, memberId: number) {
  const rows = await db
    .select({
      performerId: vipRequests.performerId,
      session: vipRequests.sessionId,
      at: vipRequests.requestedAt,
      state: vipRequests.state,
      reason: vipRequests.reason,
      answeredAt: vipRequests.answeredAt,
      endedAt: vipRequests.endedAt,
    })
    .from(vipRequests)
    .where(eq(vipRequests.memberId, memberId))
    .orderBy(asc(vipRequests.requestedAt));
  return withPerformers(db, rows);
}

async function readToys(db: Db, memberId: number) {
  const rows = await db
    .select({
      performerId: toyRuns.performerId,
      session: toyRuns.sessionId,
      at: toyRuns.queuedAt,
      level: toyRuns.level,
      seconds: toyRuns.seconds,
      playedMs: toyRuns.playedMs,
      returned: toyRuns.returned,
    })
    .from(toyRuns)
    .where(eq(toyRuns.memberId, memberId))
    .orderBy(asc(toyRuns.id));
  return withPerformers(db, rows);
}

async function readCameras(db: Db, memberId: number) {
  const rows = await db
    .select({
      performerId: camBacks.performerId,
      session: camBacks.sessionId,
      state: camBacks.state,
      stoppedAt: camBacks.stoppedAt,
    })
    .from(camBacks)
    .where(eq(camBacks.memberId, memberId));
  return withPerformers(db, rows);
}

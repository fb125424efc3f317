import type { ViewerState } from '@vonk/media';
import { eq } from 'drizzle-orm';
import type { Proof } from '#contract/chat/minutes.ts';
import { minutePrice } from '#contract/chat/session.ts';
import { readStatus } from '#server/performers/profile/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import {
  buyMinute,
  type MinuteOwner,
  resumeMinute,
  runMinute,
  runningMinute,
} from '../minutes/run-minute.ts';
import { termsOf } from '../minutes/settle-minute.ts';
import type { ChatMinute } from '../minutes/tables.ts';
import type { ChatSession } from './chat-auth.ts';
import { continueStay } from './continue-stay.ts';
import { chatSessions } from './tables.ts';

/** What a player reports with a keep-alive. */
export interface PlayerReport {
  framesDecoded: number;
  /** ms without a new frame since the stream began. */
  stalledMs: number;
}

export interface Watched {
  session: ChatSession;
  /** The minute that runs now. */
  minute: ChatMinute | null;
  onlineStatus: number;
  /** The member's balance after a charge, in credits; null when nothing was charged. */
  balance: number | null;
}

/** Locks the session's row until the transaction ends, so that nothing is counted or charged twice. */
export async function lockSession(tx: Tx, id: string): Promise<ChatSession | undefined> {
  const [session] = await tx.select().from(chatSessions).where(eq(chatSessions.id, id)).for('update');
  return session;
}

/** ms without a packet after which a viewer counts as receiving nothing. */
const SILENCE_MS = 2000;

const isDelivered = (viewer: ViewerState | null, now: Date): boolean =>
  viewer?.connected === true && now.getTime() - (viewer.lastMediaAt ?? 0) <= SILENCE_MS;

/** Media delivered since the last report, and what the player said of it. Only counts from the first frame on. */
export function proofOf(
  session: ChatSession,
  viewer: ViewerState | null,
  now: Date,
  stalledMs: number,
): Proof {
  const elapsed = Math.max(0, now.getTime() - session.lastSeenAt.getTime());
  if (session.state !== 'watching') return { delivered: 0, elapsed, claimed: 0 };
  return {
    delivered: Math.max(0, (viewer?.deliveredMs ?? session.mediaMs) - session.mediaMs),
    elapsed,
    // A reported stall never shrinks, and cannot be longer than the time it is reported for.
    claimed: Math.min(Math.max(0, Math.round(stalledMs) - session.stalledMs), elapsed),
  };
}

/** The owner of a session's minutes; null where nothing is paid. */
export function minuteOwner({ memberId, performerId, type }: ChatSession): MinuteOwner | null {
  return memberId === null || type === 'free' ? null : { memberId, performerId, mode: type };
}

/**
 * Takes a player's report: the first frame begins the first minute or continues an earlier one, delivered media uses
 * it up, and a used one is followed by the next while media is delivered. Null when the session has ended. Throws
 * `badRequest.invalid.payment` when the balance does not carry the next minute.
 */
export async function takeReport(
  deps: Deps,
  tx: Tx,
  sessionId: string,
  report: PlayerReport | undefined,
): Promise<Watched | null> {
  const before = await lockSession(tx, sessionId);
  if (!before || before.state === 'ended') return null;
  // Not before the row is ours: another process may have held it.
  const terms = termsOf(deps);
  const { now } = terms;
  const viewer = deps.media.viewer(sessionId);
  const proof = proofOf(before, viewer, now, report?.stalledMs ?? 0);
  const begins = before.state === 'joined' && (report?.framesDecoded ?? 0) > 0;
  const onlineStatus = await readStatus({ db: tx }, before.performerId);

  const running = minuteOwner(before) ? await runningMinute(tx, sessionId) : undefined;
  const progress = running ? await runMinute(tx, running, proof, terms) : null;
  const session: ChatSession = {
    ...before,
    ...(begins ? { state: 'watching' as const, firstFrameAt: now } : {}),
    // Clocks of two processes differ a little: time that was counted is not counted again.
    lastSeenAt: later(before.lastSeenAt, now),
    mediaMs: viewer?.deliveredMs ?? before.mediaMs,
    stalledMs: Math.max(before.stalledMs, Math.round(report?.stalledMs ?? 0)),
    deliveredMs: before.deliveredMs + (progress?.ran ?? Math.min(proof.delivered, proof.elapsed)),
    paidMs: before.paidMs + paidOf(progress),
  };
  const current = progress?.rest ?? null;
  const mayPay = current === null && session.state === 'watching' && (begins || isDelivered(viewer, now));
  const next = mayPay
    ? await nextMinute(
        tx,
        session,
        { price: minutePrice(session.type, onlineStatus), ...terms },
        progress?.excess ?? 0,
      )
    : null;
  const { id, ...stored } = { ...session, ...next?.changes };
  await tx.update(chatSessions).set(stored).where(eq(chatSessions.id, id));
  const minute = next?.minute ?? current;
  return { session: { id, ...stored }, minute, onlineStatus, balance: next?.balance ?? null };
}

/** ms that a minute paid for: what ran beyond it belongs to the next one, if there is one. */
export const paidOf = (progress: { ran: number; excess: number } | null): number =>
  progress ? progress.ran - progress.excess : 0;

const later = (one: Date, other: Date): Date => new Date(Math.max(one.getTime(), other.getTime()));

interface Next {
  minute: ChatMinute;
  changes: Partial<Pick<ChatSession, 'minutes' | 'spent' | 'paidMs' | 'stay' | 'carriedMs' | 'carriedSpent'>>;
  balance: number | null;
}

/** The rest of an earlier minute, or a new one. Null where nothing is paid. */
async function nextMinute(
  tx: Tx,
  session: ChatSession,
  { price, minuteMs, now }: { price: number; minuteMs: number; now: Date },
  excess: number,
): Promise<Next | null> {
  const owner = minuteOwner(session);
  if (!owner || price === 0) return null;
  const rest = await resumeMinute(tx, session.id, owner, { minuteMs, now });
  if (rest)
    return { minute: rest.minute, changes: await continueStay(tx, session, rest.from), balance: null };
  const number = session.minutes + 1;
  const deliveredMs = Math.min(excess, minuteMs - 1);
  const bought = await buyMinute(tx, {
    ...owner,
    sessionId: session.id,
    number,
    price,
    deliveredMs,
    at: now,
  });
  const paidMs = session.paidMs + deliveredMs;
  return { ...bought, changes: { minutes: number, spent: session.spent + price, paidMs } };
}

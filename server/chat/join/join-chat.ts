import type { PlayerConfig } from '@vonk/media';
import { and, eq, ne } from 'drizzle-orm';
import { chatTypeFor } from '#contract/chat/session.ts';
import type { joinChat as call } from '#contract/chat/session-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import type { Caller } from '#server/identity/caller.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { guestName, memberName } from '#server/member/names/chat-name.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { holdOffer, type Performer } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { requireNickname } from '../dial-in/change-nickname.ts';
import { moveShowMessages } from '../room/message.ts';
import { endedWhileAway } from '../room/moderators/reads.ts';
import { latestMessages } from '../room/reads.ts';
import { roomRules } from '../room/room-settings.ts';
import { requireWelcome, sanctionedOf } from '../room/sanctions/reads.ts';
import { readVoice } from '../room/voice.ts';
import { authorOf, waitingFor } from '../room/waiting.ts';
import { type ChatSession, type JoinClaims, readJoin, signAuth } from '../session/chat-auth.ts';
import { continueStay } from '../session/continue-stay.ts';
import { unitOwner } from '../session/delivery.ts';
import { endChatSession } from '../session/end-chat-session.ts';
import { absence, agreedPrices, guestSecondsLeft, meterOf } from '../session/reads.ts';
import { receptionOf } from '../session/reception.ts';
import { chatSessions } from '../session/tables.ts';
import { sessionMachine } from '../session/transitions.ts';
import { tellViewers } from '../session/viewers.ts';
import { runningGoal } from '../tipping/reads.ts';
import { findRest } from '../units/run-unit.ts';
import type { ChatUnit } from '../units/tables.ts';
import { announceVip } from '../vip/announce-vip.ts';
import { takeUpShow } from '../vip/away.ts';
import { requireAdmission } from './get-chat-join-token.ts';
import { copyOf, offeredPrices, requireAgreed } from './offered-prices.ts';

/** Number of earlier messages sent to a new viewer. */
const MESSAGES_ON_JOIN = 30;

/**
 * Opens a session and returns how to play the stream. Nothing is charged before the first frame. A member has one
 * session per performer: an earlier one is ended.
 */
export async function joinChat(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const claims = await readJoin(deps, caller, input['x-chat']);
  const performer = await performersFor(deps, visitorOf(caller)).byId(claims.performer);
  if (!performer) throw new AppError('badRequest.performer.offline');
  const type = await requireAdmission(deps, claims, performer, claims.type);
  await requireUnused(deps, claims);
  await endOthers(deps, claims);
  const opened = await openSession(
    deps,
    { ...claims, login: caller.kind === 'member' ? caller.sessionId : null },
    type,
  );
  await refuseUnwelcome(deps, opened);
  const config = await playerFor(deps, performer, opened);
  const { session, rest } = await continueRest(deps, opened);
  deps.events.record('chat.joined', { session: session.id, performer: performer.id, type });
  const viewers = await tellViewers(deps, performer.id);
  const viewer = sanctionedOf(session);
  const reader = { performerId: performer.id, session: session.id, author: authorOf(viewer) };
  return {
    ...signAuth(deps, session, caller.request.location),
    config,
    type,
    active: performer.toyActive && deps.brand.hasFeature('toys'),
    room: performer.id,
    sender: session.sender,
    viewers,
    secondsLeft: claims.guest ? await guestSecondsLeft(deps, claims.guest, performer.id) : null,
    meter: meterOf(session, performer.onlineStatus, rest),
    ...(deps.config.prices && { prices: agreedPrices(session) }),
    reception: receptionOf(deps, performer.id),
    messages: [
      ...(await latestMessages(deps, reader, MESSAGES_ON_JOIN)),
      ...(await waitingFor(deps, performer.id, viewer)),
    ],
    voice: await readVoice(
      deps,
      { performerId: performer.id, ...(await roomRules(deps, performer.id)) },
      viewer,
    ),
    moderatorOver: await endedWhileAway(deps, session),
    goal: await runningGoal(deps, performer.id),
  };
}

/** Throws `badRequest.invalid.joinToken` if the token has already opened a session. */
async function requireUnused(deps: Deps, { session }: JoinClaims): Promise<void> {
  const [opened] = await deps.db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(eq(chatSessions.id, session));
  if (opened) throw new AppError('badRequest.invalid.joinToken');
}

async function endOthers(deps: Deps, claims: JoinClaims): Promise<void> {
  const who = claims.member
    ? eq(chatSessions.memberId, claims.member)
    : eq(chatSessions.guestKey, claims.guest ?? '');
  // A member may run several chats and pays for each; a call pays for one at a time.
  const others = claims.dialIn
    ? eq(chatSessions.dialInSession, claims.dialIn)
    : and(eq(chatSessions.performerId, claims.performer), who);
  const open = await deps.db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(others, ne(chatSessions.state, 'ended')));
  for (const { id } of open) await endChatSession(deps, id, 'duplicate_session');
}

/** Holds status and prices, so that a show that begins, or a changed price, sees every viewer admitted before it. */
async function openSession(
  deps: Deps,
  claims: JoinClaims & { login: string | null },
  type: ChatSession['type'],
): Promise<ChatSession> {
  const id = claims.session;
  const sender = await senderOf(deps, claims);
  const now = deps.now();
  const values = {
    id,
    performerId: claims.performer,
    memberId: claims.member,
    loginId: claims.login,
    guestKey: claims.guest,
    dialInSession: claims.dialIn,
    type,
    sender,
    state: sessionMachine.first,
    joinedAt: now,
    lastSeenAt: now,
    node: deps.node,
  } as const;
  return deps.db.transaction(async (tx) => {
    const offer = await holdOffer(tx, claims.performer);
    const status = offer?.onlineStatus ?? onlineStatus.offline;
    if (!offer || (type !== 'vip' && chatTypeFor(status) === null)) throw new AppError(absence(status));
    const prices = await offeredPrices({ ...deps, db: tx }, claims, { ...offer, id: claims.performer }, type);
    requireAgreed(prices, type, claims.price);
    const [row] = await tx
      .insert(chatSessions)
      .values({ ...values, ...copyOf(prices) })
      .onConflictDoNothing()
      .returning();
    if (!row) throw new AppError('badRequest.session.duplicate');
    const taken = type === 'vip' ? await takeUpShow(tx, row) : undefined;
    if (taken === null) throw new AppError('badRequest.performer.busy');
    if (taken) {
      await moveShowMessages(tx, { from: taken.from, to: id });
      tx.afterCommit(() => announceVip(deps, [taken.show]));
    }
    return taken ? { ...row, showFromMs: taken.showFromMs } : row;
  });
}

/** The rest of an earlier unit continues at the first frame; this session joins its stay. */
async function continueRest(
  deps: Deps,
  session: ChatSession,
): Promise<{ session: ChatSession; rest: ChatUnit | undefined }> {
  const owner = unitOwner(session);
  const rest = owner ? await findRest(deps.db, owner, deps.now()) : undefined;
  if (!rest) return { session, rest };
  const stayed = await deps.db.transaction(async (tx) => {
    const changes = await continueStay(tx, session, rest.sessionId);
    await tx.update(chatSessions).set(changes).where(eq(chatSessions.id, session.id));
    return changes;
  });
  return { session: { ...session, ...stayed }, rest };
}

async function senderOf(deps: Deps, { session, member, dialIn }: JoinClaims): Promise<string> {
  if (dialIn) return requireNickname(deps, dialIn);
  return member ? memberName(deps, member) : guestName(session);
}

/** Checks again: a sanction set between the first check and the insert found no session to end. */
async function refuseUnwelcome(deps: Deps, session: ChatSession): Promise<void> {
  try {
    await requireWelcome(deps, session.performerId, sanctionedOf(session));
  } catch (error) {
    await endChatSession(deps, session.id, 'kicked');
    throw error;
  }
}

/** Throws `badRequest.performer.busy` if the session has ended meanwhile, for example because a show began. */
async function playerFor(deps: Deps, performer: Performer, session: ChatSession): Promise<PlayerConfig> {
  try {
    const config = await deps.media.playTarget(streamRoom(performer.id), session.id);
    const [now] = await deps.db.select().from(chatSessions).where(eq(chatSessions.id, session.id));
    if (now?.state !== 'ended') return config;
  } catch (cause) {
    await endChatSession(deps, session.id, 'default');
    throw new AppError('badRequest.media.unavailable', { cause });
  }
  // The session's end revoked an earlier token, not the one just made.
  deps.media.drop(session.id);
  throw new AppError('badRequest.performer.busy');
}

import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { listFollowerMessages as call } from '#contract/member/notices/follower-calls.ts';
import { quietEnds } from '#contract/member/notices/notices.ts';
import {
  FOLLOWER_EVERY_MS,
  type messageFollowers as messageFollowersCall,
  type readFollowers as readFollowersCall,
  type withdrawOwnMessage as withdrawOwnMessageCall,
} from '#contract/studio/follower-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { sentOut } from '#server/chat/room/sanctions/reads.ts';
import { type Caller, requireMember, requirePerformer } from '#server/identity/caller.ts';
import { countFollowers, favouriteIds } from '#server/member/favourites/favourites.ts';
import { queueFollowerNotices } from '#server/member/notices/queue-follower-notices.ts';
import { blockedBetween, blockedPerformers } from '#server/messaging/reads.ts';
import { addWork } from '#server/outbox/work.ts';
import {
  type FollowerMessage,
  holdMessage,
  lastMessageOf,
  noteTold,
  shownMessages,
  storeMessage,
  tellFollowersWork,
  versionOfMessage,
  withdrawMessage,
} from '#server/performers/followers/follower-messages.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse, visitorOf } from '#server/ports/performer-viewer.ts';
import { isClean } from '#server/safety/words/clean-text.ts';

/** Who withdrew a message, if no operator did. */
const BY_HERSELF = 'performer';

const nextAfter = ({ sentAt }: FollowerMessage): Date => new Date(sentAt.getTime() + FOLLOWER_EVERY_MS);

const shownToWriter = (
  message: FollowerMessage,
): NonNullable<OutputOf<typeof readFollowersCall>['last']> => ({
  text: message.text,
  sentAt: message.sentAt.toISOString(),
  version: versionOfMessage(message),
  withdrawnBy: message.withdrawnAt && (message.withdrawnBy === BY_HERSELF ? BY_HERSELF : 'house'),
  statement: message.withdrawalStatement,
});

export async function readFollowers(deps: Deps, caller: Caller): Promise<OutputOf<typeof readFollowersCall>> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  const last = await lastMessageOf(deps.db, performerId);
  const next = last && nextAfter(last);
  return {
    ...(await countFollowers(deps.db, performerId)),
    last: last ? shownToWriter(last) : null,
    next: next && next > deps.now() ? next.toISOString() : null,
  };
}

/**
 * Idempotent by `clientId`. Throws `badRequest.tooMany` within seven days after the last one, `badRequest.profile.words`
 * for contact details, links and forbidden words, and `badRequest.chat.closed` for a suspended performer.
 */
export async function messageFollowers(
  deps: Deps,
  caller: Caller,
  { text, clientId }: ParsedInput<typeof messageFollowersCall>,
): Promise<true> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('studio-profile', `performer ${performerId}`);
  // Never masked: it is read by many, and its writer can correct it at once.
  if (!isClean(deps, text)) throw new AppError('badRequest.profile.words', { fields: ['text'] });
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (performer?.suspendedAt) throw new AppError('badRequest.chat.closed');
  const sentAt = deps.now();
  await deps.db.transaction(async (tx) => {
    // Orders simultaneous messages.
    if (!(await holdPerformer(tx, performerId, 'no key update')))
      throw new AppError('badRequest.unauthorized');
    const last = await lastMessageOf(tx, performerId);
    if (last?.clientId === clientId) return;
    if (last && nextAfter(last) > sentAt) throw new AppError('badRequest.tooMany');
    await storeMessage(tx, { performerId, clientId, text, sentAt }, quietEnds(sentAt));
    const act = 'performer.followers-messaged';
    await recordAct(tx, caller, { act, subject: `performer:${performerId}`, at: sentAt });
    tx.afterCommit(() => deps.events.record(act, { performer: performerId }));
  });
  return true;
}

/** Does not bring the next message nearer: the followers told of this one are not told of another one meanwhile. */
export async function withdrawOwnMessage(
  deps: Deps,
  caller: Caller,
  { version }: ParsedInput<typeof withdrawOwnMessageCall>,
): Promise<true> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('studio-profile', `performer ${performerId}`);
  const withdrawal = { performerId, version, by: BY_HERSELF, statement: null, at: deps.now() };
  await deps.db.transaction(async (tx) => {
    if ((await withdrawMessage(tx, withdrawal)) === null) return;
    const [act, subject] = ['performer.follower-message-withdrawn', `performer:${performerId}`] as const;
    await recordAct(tx, caller, { act, subject, at: withdrawal.at });
  });
  return true;
}

/** Followers told in one transaction. */
const BATCH = 100;

/**
 * Tells the next followers of a message, at night from the morning on. A piece that runs twice goes on where the first
 * one ended, so nobody is told twice.
 */
export async function tellFollowers(deps: Deps, { message: id }: { message: number }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const message = await holdMessage(tx, id);
    const now = deps.now();
    if (!message || message.withdrawnAt || nextAfter(message) <= now) return;
    const later = quietEnds(now);
    if (later > now) return addWork(tx, tellFollowersWork, { payload: { message: id }, runAt: later });
    const { performerId } = message;
    const last = await queueFollowerNotices(deps, tx, {
      message,
      limit: BATCH,
      excluded: (memberId) => [
        sentOut(tx, memberId, { performerId, now }),
        blockedBetween(tx, memberId, performerId),
      ],
    });
    if (last === null) return;
    await noteTold(tx, id, last);
    await addWork(tx, tellFollowersWork, { payload: { message: id }, runAt: now });
  });
}

/** Without performers who block the member or are blocked, hide from the member's place, or are suspended. */
export async function listFollowerMessages(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { memberId } = requireMember(caller);
  const blocked = new Set([
    ...(await deps.blockersOf(deps.db, memberId)),
    ...(await blockedPerformers(deps.db, memberId)),
  ]);
  const ids = (await favouriteIds(deps.db, memberId)).filter((id) => !blocked.has(id));
  const messages = await shownMessages(deps.db, ids, deps.now());
  const names = await performersFor(deps, visitorOf(caller)).names(
    messages.map(({ performerId }) => performerId),
  );
  return {
    result: messages.flatMap(({ performerId, text, sentAt }) => {
      const username = names.get(performerId);
      return username === undefined ? [] : [{ performerId, username, text, sentAt: sentAt.toISOString() }];
    }),
  };
}

import { sql } from 'drizzle-orm';
import type { EndReason } from '#contract/chat/session.ts';
import { dayOf } from '#contract/day.ts';
import { type Moved, stateMachine } from '#server/db/state-machine.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions, guestWatches } from './tables.ts';

interface ChatEnd {
  reason: EndReason;
  /** True if the page was closed or reloaded, which keeps a show. */
  isPageGone: boolean;
}

type EndedSessions = Moved<typeof chatSessions, ChatEnd>;

/** A viewer's stay in a room. The first frame is stored with the other columns of a keep-alive (`watchOn`). */
export const sessionMachine = stateMachine<typeof chatSessions, ChatEnd>({
  table: chatSessions,
  first: 'joined',
  transitions: {
    joined: ['watching', 'ended'],
    watching: ['ended'],
    ended: [],
  },
  follows: {
    ended: [countGuestTime, dropPicture, runChatEnded, recordEnd],
  },
});

async function countGuestTime(_: Deps, tx: Tx, { rows }: EndedSessions): Promise<void> {
  for (const { guestKey, performerId, firstFrameAt, endedAt } of rows) {
    if (!guestKey || !firstFrameAt || !endedAt) continue;
    const seconds = Math.ceil((endedAt.getTime() - firstFrameAt.getTime()) / 1000);
    await tx
      .insert(guestWatches)
      .values({ guestKey, performerId, day: dayOf(endedAt), seconds })
      .onConflictDoUpdate({
        target: [guestWatches.guestKey, guestWatches.performerId, guestWatches.day],
        set: { seconds: sql`${guestWatches.seconds} + excluded.seconds` },
      });
  }
}

function dropPicture({ media }: Deps, tx: Tx, { rows }: EndedSessions): void {
  for (const { id } of rows) tx.afterCommit(() => media.drop(id));
}

function runChatEnded(deps: Deps, tx: Tx, { rows, why }: EndedSessions): void {
  for (const session of rows)
    for (const follow of deps.chatEnded) tx.afterCommit(() => follow(deps, { session, ...why }));
}

function recordEnd({ events }: Deps, tx: Tx, { rows, why }: EndedSessions): void {
  for (const { id: session, minutes, spent } of rows)
    tx.afterCommit(() => events.record('chat.left', { session, reason: why.reason, minutes, spent }));
}

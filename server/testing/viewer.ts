import type { ChatType } from '#contract/chat/session.ts';
import type { joinChat as joinCall } from '#contract/chat/session-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { getChatJoinToken } from '#server/chat/session/get-chat-join-token.ts';
import { joinChat } from '#server/chat/session/join-chat.ts';
import { keepAlive } from '#server/chat/session/keep-alive.ts';
import { leaveChat } from '#server/chat/session/leave-chat.ts';
import { sweepChats } from '#server/chat/session/sweep-chats.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { TestPerformer } from './people.ts';
import type { TestApp } from './test-app.ts';

/** Somebody in a performer's chat, with the browser's part: the auth that is renewed, the player's figures. */
export interface Viewer {
  caller: Caller;
  joined: OutputOf<typeof joinCall>;
  /** The id of the session. */
  session: string;
  /** The newest auth. */
  auth(): string;
  /** A keep-alive of a player that shows pictures; `stalledMs` since the stream began. */
  beat(stalledMs?: number): Promise<void>;
  /** The same without media having arrived. */
  report(stalledMs?: number): Promise<void>;
  /** A keep-alive of a player that has shown nothing yet. */
  seeNothing(): Promise<void>;
  tip(amount: number): Promise<void>;
  /** Goes on watching for `ms`: time passes, media arrives, keep-alives go up, the server sweeps. */
  watchFor(ms: number): Promise<void>;
  leave(reason?: 'left' | 'failed'): Promise<void>;
}

/** Steps of `watchFor`, in ms: the pace of keep-alives. */
const STEP_MS = 3000;

/** Asks for a token and joins; nothing has been seen yet. */
export async function join(
  test: TestApp,
  caller: Caller,
  performer: TestPerformer,
  type?: ChatType,
): Promise<Viewer> {
  const { deps, clock, media } = test;
  const { token } = await getChatJoinToken(deps, caller, { performer: performer.username, type });
  const joined = await joinChat(deps, caller, { 'x-chat': token });
  const session = joined.meter.session;
  let auth = joined.auth;

  const report = async (stalledMs = 0): Promise<void> => {
    const stats = { framesDecoded: 25, packetsLost: 0, stalledMs };
    auth = (await keepAlive(deps, caller, { auth, stats })).auth;
  };
  const beat = (stalledMs = 0): Promise<void> => {
    media.deliver(session, clock.now().getTime());
    return report(stalledMs);
  };
  const seeNothing = async (): Promise<void> => {
    auth = (await keepAlive(deps, caller, { auth })).auth;
  };
  const tip = async (amount: number): Promise<void> => {
    const data = { amount, tipType: 'tip', message: '', isPublic: false } as const;
    await sendTip(deps, caller, { action: 'tip', auth, recipient: 'host', clientId: deps.newId(), data });
  };
  const watchFor = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= STEP_MS) {
      const step = Math.min(left, STEP_MS);
      clock.advance(step);
      media.deliver(session, clock.now().getTime());
      await sweepChats(deps);
      await beat();
    }
  };
  const leave = async (reason: 'left' | 'failed' = 'left'): Promise<void> => {
    await leaveChat(deps, caller, { auth, reason });
  };
  return { caller, joined, session, auth: () => auth, beat, report, seeNothing, watchFor, tip, leave };
}

/** Joins and sees the first picture: from here a paid chat costs. */
export async function watch(
  test: TestApp,
  caller: Caller,
  performer: TestPerformer,
  type?: ChatType,
): Promise<Viewer> {
  const viewer = await join(test, caller, performer, type);
  await viewer.beat();
  return viewer;
}

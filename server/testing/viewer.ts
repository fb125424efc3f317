import type { ChatType } from '#contract/chat/session.ts';
import type { joinChat as joinCall, getChatJoinToken as tokenCall } from '#contract/chat/session-calls.ts';
import { tipDataSchema } from '#contract/chat/tipping/tips.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { getChatJoinToken } from '#server/chat/join/get-chat-join-token.ts';
import { joinChat } from '#server/chat/join/join-chat.ts';
import { leaveChat } from '#server/chat/join/leave-chat.ts';
import { keepAlive } from '#server/chat/session/beats/keep-alive.ts';
import { sweepChats } from '#server/chat/session/sweep-chats.ts';
import { sendTip } from '#server/chat/tips/send-tip.ts';
import type { Caller } from '#server/identity/caller.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from './people.ts';
import type { TestApp } from './test-app.ts';

/** A viewer in a performer's chat with the browser's part: renews the auth and sends the player's statistics. */
export interface Viewer {
  caller: Caller;
  joined: OutputOf<typeof joinCall>;
  /** The id of the session. */
  session: string;
  /** The latest auth. */
  auth(): string;
  /** A keep-alive of a player that shows pictures; `stalledMs` since the stream began. */
  beat(stalledMs?: number): Promise<void>;
  /** Like `beat`, without media having arrived. */
  sendStats(stalledMs?: number): Promise<void>;
  /** A keep-alive of a player that has shown nothing so far. */
  seeNothing(): Promise<void>;
  tip(amount: number): Promise<void>;
  /** Keeps watching for `ms`: time passes, media arrives, keep-alives are sent, the server sweeps. */
  watchFor(ms: number): Promise<void>;
  leave(reason?: 'left' | 'failed'): Promise<void>;
}

/** Steps of `watchFor` in ms: the interval of keep-alives. */
const STEP_MS = 3000;

/** What the viewer's page showed: the type of the chat, and credits for a minute. */
type Agreed = Pick<ParsedInput<typeof tokenCall>, 'type' | 'price'>;

/** Gets a token and joins, without any picture so far. */
export async function join(
  test: TestApp,
  caller: Caller,
  performer: TestPerformer,
  agreed?: ChatType | Agreed,
): Promise<Viewer> {
  const { deps, clock, media } = test;
  const terms = typeof agreed === 'string' ? { type: agreed } : agreed;
  const { token } = await getChatJoinToken(deps, caller, { performer: performer.username, ...terms });
  const joined = await joinChat(deps, caller, { 'x-chat': token });
  const session = joined.meter.session;
  let auth = joined.auth;

  const sendStats = async (stalledMs = 0): Promise<void> => {
    const stats = { framesDecoded: 25, packetsLost: 0, stalledMs };
    auth = (await keepAlive(deps, caller, { auth, stats })).auth;
  };
  const beat = (stalledMs = 0): Promise<void> => {
    media.deliver(session, clock.now().getTime());
    return sendStats(stalledMs);
  };
  const seeNothing = async (): Promise<void> => {
    auth = (await keepAlive(deps, caller, { auth })).auth;
  };
  const tip = async (amount: number): Promise<void> => {
    const data = tipDataSchema.parse({ amount });
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
  return { caller, joined, session, auth: () => auth, beat, sendStats, seeNothing, watchFor, tip, leave };
}

/** Joins and receives the first picture: from here on a paid chat is charged. */
export async function watch(
  test: TestApp,
  caller: Caller,
  performer: TestPerformer,
  agreed?: ChatType | Agreed,
): Promise<Viewer> {
  const viewer = await join(test, caller, performer, agreed);
  await viewer.beat();
  return viewer;
}

/** A member, a performer, and the member's chat with her. */
export interface TestChat {
  anna: TestMember;
  vera: TestPerformer;
  chat: Viewer;
}

/** A member with credits watches a performer's paid chat, with a unit running. */
export async function aPaidChat(test: TestApp, credits: number): Promise<TestChat> {
  const [anna, vera] = [await aMember(test, credits), await aPerformer(test)];
  return { anna, vera, chat: await watch(test, anna.caller, vera) };
}

/** A member with credits has joined a performer's paid chat, without any picture so far. */
export async function aJoinedChat(test: TestApp, credits: number): Promise<TestChat> {
  const [anna, vera] = [await aMember(test, credits), await aPerformer(test)];
  return { anna, vera, chat: await join(test, anna.caller, vera) };
}

/** A member with credits is in a performer's free chat. */
export async function aFreeChat(test: TestApp, credits = 0): Promise<TestChat> {
  const [anna, vera] = [await aMember(test, credits), await aPerformer(test, onlineStatus.free)];
  return { anna, vera, chat: await join(test, anna.caller, vera) };
}

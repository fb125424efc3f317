import { computed, map } from 'nanostores';
import { chatTypeFor } from '#contract/chat/session.ts';
import { isPaused, isVip, type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { call } from '../../api/call.ts';
import { on, onConnection } from '../../api/socket.ts';
import { $session } from '../../member/account/store.ts';
import { $chat } from './store.ts';

/** What a stream page offers its visitor now. */
export type Offer = 'free' | 'paid' | 'register' | 'paused' | 'busy' | 'offline';

/** A guest sees free chat only; paid chat wants an account first. */
export function offerOf(status: number, isMember: boolean): Offer {
  const type = chatTypeFor(status);
  if (type === 'free') return 'free';
  if (type !== null) return isMember ? 'paid' : 'register';
  if (isPaused(status)) return 'paused';
  return isVip(status) ? 'busy' : 'offline';
}

/** The performer whose stream page this is. */
export interface Stream {
  readonly user: number;
  readonly username: string;
  readonly onlineStatus: OnlineStatus;
  /** Whether the page was rendered for a member; who logs in later shows in `$session`. */
  readonly isMember: boolean;
}

export const $stream = map<Stream>({ user: 0, username: '', onlineStatus: 0, isMember: false });

export const $offer = computed([$stream, $session], ({ onlineStatus, isMember }, { status }) =>
  offerOf(onlineStatus, isMember || status === 'member'),
);

/** What a refusal to join says of the performer: news that came before the push. */
const refusals: Partial<Record<string, OnlineStatus>> = {
  'badRequest.performer.offline': onlineStatus.offline,
  'badRequest.performer.paused': onlineStatus.paused,
  'badRequest.performer.busy': onlineStatus.vip,
};

/** Opens a performer's stream page and follows what she offers. Answers how to stop. */
export function openStream(stream: Stream): () => void {
  $stream.set(stream);
  const stops = [
    on('performer-status', ({ user, onlineStatus }) => {
      if (user === stream.user) $stream.setKey('onlineStatus', onlineStatus);
    }),
    // What was pushed while the line was down is read instead.
    onReconnect(() => void readStatus(stream.username)),
    $chat.listen((chat) => {
      const status = chat.status === 'failed' ? refusals[chat.label] : undefined;
      if (status !== undefined) $stream.setKey('onlineStatus', status);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function onReconnect(act: () => void): () => void {
  let wasDown = false;
  return onConnection((state) => {
    if (state === 'connected' && wasDown) act();
    wasDown = state === 'disconnected';
  });
}

async function readStatus(username: string): Promise<void> {
  // The page came with what this asks for; the question and all it may answer are fetched when it is asked again.
  const { readProfile } = await import('#contract/performers/profile-calls.ts');
  const profile = await call(readProfile, { username }).catch(() => null);
  if (profile) $stream.setKey('onlineStatus', profile.onlineStatus);
}

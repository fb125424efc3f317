import type { Watching } from '#lib/chat/store.ts';
import { $session, type Session } from '../shell/start/session.ts';

type MemberSession = Extract<Session, { status: 'member' }>;

/** Session of Anna, a logged-in member. */
export const anna: MemberSession = {
  status: 'member',
  username: 'anna',
  capName: 'Anna',
  email: 'anna@example.com',
  lander: '',
  endUserText: '',
  verified: true,
  emailRefused: false,
};

/** Logs Anna in to the page's stores. */
export const logInAnna = (change: Partial<MemberSession> = {}): void => $session.set({ ...anna, ...change });

/** An open free chat with Vera, as anna. */
export const watchingAs = (as: Watching['as']): Watching => ({
  status: 'watching',
  performer: 'Vera',
  session: 's1',
  auth: 'auth',
  type: 'free',
  as,
  sender: 'anna',
  room: 1,
  config: { agent: 'whep', url: '/media/whep/1', token: 't', iceServers: [] },
  contact: 'up',
});

import type { Watching } from '#lib/chat/store.ts';

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

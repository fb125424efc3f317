import type { Deps } from '#server/ports/deps.ts';
import { closeCamBack } from './cam-back/transitions.ts';
import { tellReceipt } from './receipt/receipt.ts';
import { tellViewers } from './session/viewers.ts';
import { keepsShow } from './vip/away.ts';
import { stopVipWithChat } from './vip/stop-vip.ts';

/** What follows the end of a chat, in this order: one entry per chapter. */
export const chatEnded: Deps['chatEnded'] = [
  async (deps, { session }) => void (await closeCamBack(deps, session)),
  tellReceipt,
  // From here on, the viewer who left receives no push to the room.
  async ({ push }, { session }) => push.leaveRoom(session.id, session.performerId),
  (deps, { session, reason, isPageGone }) =>
    stopVipWithChat(deps, session.id, reason, keepsShow(reason, isPageGone)),
  async (deps, { session }) => void (await tellViewers(deps, session.performerId)),
];

import type { Deps } from '#server/ports/deps.ts';
import { endCamBack } from './cam-back/end-cam-back.ts';
import { tellReceipt } from './receipt/tell-receipt.ts';
import { tellViewers } from './session/tell-viewers.ts';
import { keepsShow } from './vip/away.ts';
import { closeVip } from './vip/close-vip.ts';

/** All that follows the end of a chat, one after the other: each chapter's own part. */
export const chatEnded: Deps['chatEnded'] = [
  (deps, { session }) => endCamBack(deps, session),
  tellReceipt,
  // Whoever has left hears nothing that the room is told from here on.
  async ({ push }, { session }) => push.leaveRoom(session.id, session.performerId),
  (deps, { session, reason, isPageGone }) => closeVip(deps, session, reason, keepsShow(reason, isPageGone)),
  async (deps, { session }) => void (await tellViewers(deps, session.performerId)),
];

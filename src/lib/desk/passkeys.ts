import * as calls from '#contract/desk/passkey-calls.ts';
import { createPasskeys } from '../member/passkeys/passkeys.ts';

/** The page's instance for an operator. */
export const deskPasskeys = createPasskeys({
  beginPasskey: calls.beginDeskPasskey,
  addPasskey: calls.addDeskPasskey,
  renamePasskey: calls.renameDeskPasskey,
  removePasskey: calls.removeDeskPasskey,
});

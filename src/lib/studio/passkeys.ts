import * as calls from '#contract/studio/passkey-calls.ts';
import { createPasskeys } from '../member/passkeys/passkeys.ts';

/** The page's instance for a performer. */
export const studioPasskeys = createPasskeys({
  beginPasskey: calls.beginStudioPasskey,
  addPasskey: calls.addStudioPasskey,
  renamePasskey: calls.renameStudioPasskey,
  removePasskey: calls.removeStudioPasskey,
});

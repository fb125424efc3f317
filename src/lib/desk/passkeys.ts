import * as desk from '#contract/desk/account/passkey-calls.ts';
import * as studio from '#contract/studio/account/passkey-calls.ts';
import { createPasskeys } from '../member/passkeys/passkeys.ts';
import { pageFactor } from '../studio/prove-factor.ts';

/** The page's instance for an operator. */
export const deskPasskeys = createPasskeys({
  beginPasskey: desk.beginDeskPasskey,
  addPasskey: desk.addDeskPasskey,
  renamePasskey: desk.renameDeskPasskey,
  removePasskey: desk.removeDeskPasskey,
});

/** The page's instance for a performer. */
export const studioPasskeys = createPasskeys(
  {
    beginPasskey: studio.beginStudioPasskey,
    addPasskey: studio.addStudioPasskey,
    renamePasskey: studio.renameStudioPasskey,
    removePasskey: studio.removeStudioPasskey,
  },
  pageFactor.withFactor,
);

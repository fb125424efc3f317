import { labelOf } from '#contract/errors.ts';
import { readRecipient } from '#contract/messaging/inbox-calls.ts';
import { call } from '../../api/call.ts';
import { log } from '../../shell/log.ts';
import { showPopup } from './popups.ts';

/** Opens a pop-up for a performer, with the existing conversation if any. Returns whether it succeeded. */
export async function writeTo(performerId: number): Promise<boolean> {
  try {
    const { conversation, ...other } = await call(readRecipient, { performerId });
    showPopup(other, conversation);
    return true;
  } catch (error) {
    log.info('Recipient could not be read', labelOf(error));
    return false;
  }
}

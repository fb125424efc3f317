import { labelOf } from '#contract/errors.ts';
import { readRecipient } from '#contract/messaging/inbox-calls.ts';
import { call } from '../../api/call.ts';
import { log } from '../../shell/log.ts';
import { showPopup } from './popups.ts';

/** Opens the conversation with a performer beside the page, or the one that there may be. Whether that went well. */
export async function writeTo(performerId: number): Promise<boolean> {
  try {
    const { conversation, ...other } = await call(readRecipient, { performerId });
    showPopup(other, conversation);
    return true;
  } catch (error) {
    log.info('recipient not read', labelOf(error));
    return false;
  }
}

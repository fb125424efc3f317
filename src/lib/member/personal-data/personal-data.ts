import { atom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import {
  deleteMember as deleteMemberCall,
  PERSONAL_DATA_PATH,
} from '#contract/member/account/account-calls.ts';
import { call } from '../../api/call.ts';
import { fetchFile, saveFile } from '../../api/late/file.ts';
import { forgetMessages, forgetStream } from '../../shell/kept.ts';
import { announceLogout } from '../../shell/late/member-page.ts';
import { log } from '../../shell/log.ts';
import { forgetChoice } from '../../wallet/purchase/choice.ts';
import { currentMember } from '../account/current-member.ts';

type DataDownload = 'idle' | 'busy' | 'done' | 'tooMany' | 'failed';

export const $dataDownload = atom<DataDownload>('idle');

/** Downloads all data of the member; ignored while a download is running. */
export async function downloadData(): Promise<void> {
  if ($dataDownload.get() === 'busy') return;
  $dataDownload.set('busy');
  try {
    saveFile(await fetchFile(PERSONAL_DATA_PATH));
    $dataDownload.set('done');
  } catch (error) {
    const label = labelOf(error);
    log.warn('Personal data could not be downloaded', label);
    $dataDownload.set(label === 'badRequest.tooMany' ? 'tooMany' : 'failed');
  }
}

type Deletion = 'idle' | 'busy' | 'done' | 'failed';

export const $deletion = atom<Deletion>('idle');

/** Ends the session; the page stays until the visitor has read the result, then `goHome()`. */
export async function deleteMember(): Promise<void> {
  if ($deletion.get() === 'busy' || $deletion.get() === 'done') return;
  $deletion.set('busy');
  // Otherwise the end of the session would redirect home at once.
  const resume = currentMember.pauseListening();
  try {
    await call(deleteMemberCall, {});
    forgetChoice();
    forgetStream();
    forgetMessages();
    $deletion.set('done');
    announceLogout();
  } catch (error) {
    resume();
    log.warn('Account could not be deleted', labelOf(error));
    $deletion.set('failed');
  }
}

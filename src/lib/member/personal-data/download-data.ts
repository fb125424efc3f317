import { atom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import { PERSONAL_DATA_PATH } from '#contract/member/account-calls.ts';
import { fetchFile, saveFile } from '../../api/file.ts';
import { log } from '../../shell/log.ts';

export type DataDownload = 'idle' | 'busy' | 'done' | 'tooMany' | 'failed';

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

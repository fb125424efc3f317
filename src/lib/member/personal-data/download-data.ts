import { atom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import { PERSONAL_DATA_PATH } from '#contract/member/deletion.ts';
import { fetchFile } from '../../api/file.ts';
import { saveFile } from '../../api/save-file.ts';
import { log } from '../../shell/log.ts';

export type DataDownload = 'idle' | 'busy' | 'done' | 'tooMany' | 'failed';

export const $dataDownload = atom<DataDownload>('idle');

/** Downloads everything about the member; a second press while it is made does nothing. */
export async function downloadData(): Promise<void> {
  if ($dataDownload.get() === 'busy') return;
  $dataDownload.set('busy');
  try {
    saveFile(await fetchFile(PERSONAL_DATA_PATH));
    $dataDownload.set('done');
  } catch (error) {
    const label = labelOf(error);
    log.warn('the data of the member did not come', label);
    $dataDownload.set(label === 'badRequest.tooMany' ? 'tooMany' : 'failed');
  }
}

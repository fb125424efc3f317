import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { $dataDownload, downloadData } from '#lib/member/personal-data/personal-data.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';

/** Downloads all data of the member as one file. */
export function DownloadData() {
  const t = useT();
  const state = useStore($dataDownload);
  return (
    <>
      <Button
        look="quiet"
        busy={state === 'busy'}
        onClick={() => void downloadData()}
        className="min-h-11 w-full sm:w-auto"
      >
        <Download aria-hidden className="size-4.5" />
        <span>{t('settings.data.download')}</span>
      </Button>
      <p role="status" className={`mt-3 text-sm ${isTrouble(state) ? 'text-danger' : 'text-positive'}`}>
        {state !== 'idle' && state !== 'busy' && t(`settings.data.state.${state}`)}
      </p>
    </>
  );
}

const isTrouble = (state: string): boolean => state === 'tooMany' || state === 'failed';

import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { $dataDownload, downloadData } from '#lib/member/personal-data/personal-data.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { Button } from './ui/controls/Button.tsx';
import { MessagesProvider, useT } from './ui/controls/Messages.tsx';

/** The download of a member's data. */
export function SettingsData({ messages, locale }: { messages: MessageTree; locale: string }) {
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <DownloadData />
    </MessagesProvider>
  );
}

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

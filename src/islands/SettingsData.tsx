import type { MessageTree } from '#lib/shell/translate.ts';
import { DownloadData } from './member/personal-data/DownloadData.tsx';
import { MessagesProvider } from './ui/controls/Messages.tsx';

/** The download of a member's data. */
export function SettingsData({ messages, locale }: { messages: MessageTree; locale: string }) {
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <DownloadData />
    </MessagesProvider>
  );
}

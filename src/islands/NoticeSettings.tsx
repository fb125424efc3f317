import type { MessageTree } from '#lib/shell/translate.ts';
import { NoticeSwitch } from './member/settings/NoticeSwitch.tsx';
import { MessagesProvider } from './ui/Messages.tsx';

interface NoticeSettingsProps {
  /** The member's address. */
  owner: string;
  noticeKey: string;
  locale: string;
  messages: MessageTree;
}

/** Apart from the rest of the settings: its script comes where somebody gets to it. */
export function NoticeSettings({ owner, noticeKey, locale, messages }: NoticeSettingsProps) {
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <NoticeSwitch owner={owner} noticeKey={noticeKey} />
    </MessagesProvider>
  );
}

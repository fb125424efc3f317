import type { MessageTree } from '#lib/shell/translate.ts';
import { NoticeSwitch } from './member/settings/NoticeSwitch.tsx';
import { MessagesProvider } from './ui/controls/Messages.tsx';

interface NoticeSettingsProps {
  /** The member's e-mail address. */
  owner: string;
  noticeKey: string;
  locale: string;
  messages: MessageTree;
}

/** Separate from the other settings: its script loads when it becomes visible. */
export function NoticeSettings({ owner, noticeKey, locale, messages }: NoticeSettingsProps) {
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <NoticeSwitch owner={owner} noticeKey={noticeKey} />
    </MessagesProvider>
  );
}

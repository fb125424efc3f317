import type { FavouriteWays } from '#contract/member/notices/live-notice-calls.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { LiveNoticeList } from './member/settings/LiveNoticeList.tsx';
import { NoticeSwitch } from './member/settings/NoticeSwitch.tsx';
import { MessagesProvider } from './ui/controls/Messages.tsx';

interface LiveNoticeSettingsProps {
  favourites: readonly FavouriteWays[];
  noticeKey: string | null;
  verified: boolean;
  locale: string;
  messages: MessageTree;
}

/** Separate from the other settings: its script loads when it becomes visible. */
export function LiveNoticeSettings({ locale, messages, ...props }: LiveNoticeSettingsProps) {
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <LiveNoticeList {...props} />
    </MessagesProvider>
  );
}

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

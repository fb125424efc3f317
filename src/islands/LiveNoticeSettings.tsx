import type { FavouriteWays } from '#contract/member/notices/live-notice-calls.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { LiveNoticeList } from './member/settings/LiveNoticeList.tsx';
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

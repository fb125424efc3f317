import { useEffect } from 'react';
import type { MessageTree } from '#lib/shell/translate.ts';
import {
  $studioNotices,
  renewStudioBrowser,
  subscribeStudioBrowser,
  unsubscribeStudioBrowser,
} from '#lib/studio/notices.ts';
import { hostToasts } from './hosts/studio-hosts.ts';
import { BrowserSwitch } from './member/settings/NoticeSwitch.tsx';
import { MessagesProvider } from './ui/controls/Messages.tsx';

interface StudioNoticesProps {
  /** The server's key. */
  noticeKey: string;
  locale: string;
  messages: MessageTree;
}

/** Whether this browser tells a performer that nobody sees her although she is live. */
export function StudioNotices({ noticeKey, locale, messages }: StudioNoticesProps) {
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <StudioNoticeSwitch noticeKey={noticeKey} />
    </MessagesProvider>
  );
}

export function StudioNoticeSwitch({ noticeKey }: Pick<StudioNoticesProps, 'noticeKey'>) {
  useEffect(hostToasts, []);
  return (
    <BrowserSwitch
      label="studio.account.noticesSwitch"
      $notices={$studioNotices}
      read={read}
      choose={(isWanted) => (isWanted ? subscribeStudioBrowser(noticeKey) : unsubscribeStudioBrowser())}
    />
  );
}

const read = (): void => void renewStudioBrowser();

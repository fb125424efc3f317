import { useEffect } from 'react';
import type { Passkey } from '#contract/member/passkey-calls.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { studioPasskeys } from '#lib/studio/passkeys.ts';
import { PasskeyList } from './member/passkeys/PasskeyList.tsx';
import { hostToasts } from './studio-hosts.ts';
import { MessagesProvider } from './ui/Messages.tsx';

interface StudioPasskeysProps {
  /** The list as the page was rendered. */
  passkeys: readonly Passkey[];
  /** The performer's name. */
  username: string;
  locale: string;
  messages: MessageTree;
}

/** The passkeys of a performer's account. */
export function StudioPasskeys({ passkeys, username, locale, messages }: StudioPasskeysProps) {
  useEffect(hostToasts, []);
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <PasskeyList first={passkeys} account={username} locale={locale} passkeys={studioPasskeys} />
    </MessagesProvider>
  );
}

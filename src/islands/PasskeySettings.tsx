import type { Passkey } from '#contract/member/passkey-calls.ts';
import { memberPasskeys } from '#lib/member/passkeys/passkeys.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { PasskeyList } from './member/passkeys/PasskeyList.tsx';
import { MessagesProvider } from './ui/Messages.tsx';

export interface PasskeySettingsProps {
  /** The list as the page was rendered. */
  passkeys: readonly Passkey[];
  email: string;
  locale: string;
  messages: MessageTree;
}

/** The passkeys of a member's account. */
export function PasskeySettings({ passkeys, email, locale, messages }: PasskeySettingsProps) {
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <PasskeyList first={passkeys} account={email} locale={locale} passkeys={memberPasskeys} />
    </MessagesProvider>
  );
}

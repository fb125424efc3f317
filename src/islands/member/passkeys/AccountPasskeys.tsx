import type { Passkey } from '#contract/member/passkey-calls.ts';
import type { Passkeys } from '#lib/member/passkeys/passkeys.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { MessagesProvider } from '../../ui/Messages.tsx';
import { PasskeyList } from './PasskeyList.tsx';

export interface AccountPasskeysProps {
  /** The list as the page was rendered. */
  passkeys: readonly Passkey[];
  /** The name that a password manager has for the account. */
  account: string;
  locale: string;
  messages: MessageTree;
}

/** The passkeys of an account. */
export function AccountPasskeys({
  passkeys,
  account,
  locale,
  messages,
  store,
}: AccountPasskeysProps & { store: Passkeys }) {
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <PasskeyList first={passkeys} account={account} locale={locale} passkeys={store} />
    </MessagesProvider>
  );
}

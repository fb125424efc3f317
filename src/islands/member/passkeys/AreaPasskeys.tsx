import type { Passkey } from '#contract/member/passkey-calls.ts';
import type { Passkeys } from '#lib/member/passkeys/passkeys.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { MessagesProvider } from '../../ui/Messages.tsx';
import { PasskeyList } from './PasskeyList.tsx';

export interface AreaPasskeysProps {
  /** The list as the page was rendered. */
  passkeys: readonly Passkey[];
  /** Name of the account. */
  username: string;
  locale: string;
  messages: MessageTree;
}

/** The passkeys of an account of the studio or the desk. */
export function AreaPasskeys({
  passkeys,
  username,
  locale,
  messages,
  store,
}: AreaPasskeysProps & { store: Passkeys }) {
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <PasskeyList first={passkeys} account={username} locale={locale} passkeys={store} />
    </MessagesProvider>
  );
}

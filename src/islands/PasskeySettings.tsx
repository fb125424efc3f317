import { memberPasskeys } from '#lib/member/passkeys/passkeys.ts';
import { AccountPasskeys, type AccountPasskeysProps } from './member/passkeys/PasskeyList.tsx';

/** The passkeys of a member's account. */
export function PasskeySettings(props: AccountPasskeysProps) {
  return <AccountPasskeys {...props} store={memberPasskeys} />;
}

import { useEffect } from 'react';
import { deskPasskeys } from '#lib/desk/passkeys.ts';
import { AccountPasskeys, type AccountPasskeysProps } from './member/passkeys/PasskeyList.tsx';
import { hostToasts } from './studio-hosts.ts';

/** The passkeys of an operator's account. */
export function DeskPasskeys(props: AccountPasskeysProps) {
  useEffect(hostToasts, []);
  return <AccountPasskeys {...props} store={deskPasskeys} />;
}

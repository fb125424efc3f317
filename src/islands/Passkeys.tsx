import { useEffect } from 'react';
import { deskPasskeys, studioPasskeys } from '#lib/desk/passkeys.ts';
import { memberPasskeys } from '#lib/member/passkeys/passkeys.ts';
import { hostDialogs, hostToasts } from './hosts/studio-hosts.ts';
import { AccountPasskeys, type AccountPasskeysProps } from './member/passkeys/PasskeyList.tsx';

/** The passkeys of a performer's account. */
export function StudioPasskeys(props: AccountPasskeysProps) {
  useEffect(hostToasts, []);
  useEffect(hostDialogs, []);
  return <AccountPasskeys {...props} store={studioPasskeys} />;
}

/** The passkeys of an operator's account. */
export function DeskPasskeys(props: AccountPasskeysProps) {
  useEffect(hostToasts, []);
  return <AccountPasskeys {...props} store={deskPasskeys} />;
}

/** The passkeys of a member's account. */
export function PasskeySettings(props: AccountPasskeysProps) {
  return <AccountPasskeys {...props} store={memberPasskeys} />;
}

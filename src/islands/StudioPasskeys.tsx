import { useEffect } from 'react';
import { studioPasskeys } from '#lib/studio/passkeys.ts';
import { AccountPasskeys, type AccountPasskeysProps } from './member/passkeys/PasskeyList.tsx';
import { hostToasts } from './studio-hosts.ts';

/** The passkeys of a performer's account. */
export function StudioPasskeys(props: AccountPasskeysProps) {
  useEffect(hostToasts, []);
  return <AccountPasskeys {...props} store={studioPasskeys} />;
}

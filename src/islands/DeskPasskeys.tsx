import { useEffect } from 'react';
import { deskPasskeys } from '#lib/desk/passkeys.ts';
import { AreaPasskeys, type AreaPasskeysProps } from './member/passkeys/AreaPasskeys.tsx';
import { hostToasts } from './studio-hosts.ts';

/** The passkeys of an operator's account. */
export function DeskPasskeys(props: AreaPasskeysProps) {
  useEffect(hostToasts, []);
  return <AreaPasskeys {...props} store={deskPasskeys} />;
}

import { useEffect } from 'react';
import { studioPasskeys } from '#lib/studio/passkeys.ts';
import { AreaPasskeys, type AreaPasskeysProps } from './member/passkeys/AreaPasskeys.tsx';
import { hostToasts } from './studio-hosts.ts';

/** The passkeys of a performer's account. */
export function StudioPasskeys(props: AreaPasskeysProps) {
  useEffect(hostToasts, []);
  return <AreaPasskeys {...props} store={studioPasskeys} />;
}

import { studioPasskeys } from '#lib/studio/passkeys.ts';
import { AreaPasskeys, type AreaPasskeysProps } from './member/passkeys/AreaPasskeys.tsx';

/** The passkeys of a performer's account. */
export function StudioPasskeys(props: AreaPasskeysProps) {
  return <AreaPasskeys {...props} store={studioPasskeys} />;
}

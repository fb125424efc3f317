import { deskPasskeys } from '#lib/desk/passkeys.ts';
import { AreaPasskeys, type AreaPasskeysProps } from './member/passkeys/AreaPasskeys.tsx';

/** The passkeys of an operator's account. */
export function DeskPasskeys(props: AreaPasskeysProps) {
  return <AreaPasskeys {...props} store={deskPasskeys} />;
}

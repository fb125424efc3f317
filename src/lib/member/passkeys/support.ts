import { own } from '#contract/input.ts';
import type { MessageKey } from '../../site/i18n.ts';

/** An IP address: browsers keep passkeys for host names only. */
const inNumbers = /^[\d.]+$|^\[/;

/** Whether passkeys can be used here. They are hidden in browsers without them, and without https. */
export const hasPasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' && !inNumbers.test(location.hostname);

/** Whether the browser can offer passkeys in a field's autofill list. */
export const canOffer = async (): Promise<boolean> =>
  hasPasskeys() && ((await globalThis.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/** Texts by the browser's error name (WebAuthn Level 3). Null for a deliberate abort. */
const texts: Readonly<Record<string, MessageKey | null>> = {
  AbortError: null,
  InvalidStateError: 'passkeys.exists',
  ConstraintError: 'passkeys.cannot',
  NotSupportedError: 'passkeys.cannot',
  SecurityError: 'passkeys.notHere',
};

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Closed by the visitor, or timed out; browsers do not distinguish the two. */
export const isCancelled = (error: unknown): boolean => nameOf(error) === 'NotAllowedError';

/** Text of a browser error before the server was asked; undefined for any other error. */
export const browserTrouble = (error: unknown): MessageKey | null | undefined => own(texts, nameOf(error));

/** Texts of the island that lists an account's passkeys. */
export const passkeyTexts = [
  'passkeys',
  'settings.password.current',
  'member.login.incorrectPassword',
  'member.registration.error.password_required',
  'member.showPassword',
  'member.tooMany',
  'ui',
] as const;

/** The same for a performer, whose passkeys can be her second factor. */
export const studioPasskeyTexts = [...passkeyTexts, 'studio.factor.unproved', 'studio.factor.last'] as const;

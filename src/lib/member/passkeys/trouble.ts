import { own } from '#contract/own.ts';
import type { MessageKey } from '../../site/i18n.ts';

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

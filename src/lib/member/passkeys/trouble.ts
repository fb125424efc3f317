import { own } from '#contract/own.ts';
import type { MessageKey } from '../../site/i18n.ts';

/** The names of the errors that browsers give (WebAuthn Level 3), as texts. Null when it was stopped on purpose. */
const texts: Readonly<Record<string, MessageKey | null>> = {
  AbortError: null,
  InvalidStateError: 'passkeys.exists',
  ConstraintError: 'passkeys.cannot',
  NotSupportedError: 'passkeys.cannot',
  SecurityError: 'passkeys.notHere',
};

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Closed by the visitor, or nothing happened for minutes; browsers do not tell which. */
export const isCancelled = (error: unknown): boolean => nameOf(error) === 'NotAllowedError';

/** What went wrong before the server was asked; undefined when the browser has nothing to do with it. */
export const browserTrouble = (error: unknown): MessageKey | null | undefined => own(texts, nameOf(error));

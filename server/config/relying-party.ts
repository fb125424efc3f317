import { brandIdentity } from '#contract/brand.ts';
import type { Config } from './config.ts';

/** The site a passkey belongs to (WebAuthn: relying party). */
export interface RelyingParty {
  /** A domain. Passkeys are bound to it and stop working if it changes (docs/decisions/accounts/passkeys.md). */
  readonly id: string;
  /** Origin of the pages that may use passkeys. */
  readonly origin: string;
  /** Shown by authenticators. */
  readonly name: string;
}

/** Whose passkeys. */
type SessionKind = 'member' | 'performer' | 'operator';

type Addresses = Pick<Config, 'publicUrl' | 'cookieDomain' | 'desk'>;

/**
 * The cookies' domain: the site's host, or the parent it shares with the API's. Operators' passkeys belong to the
 * desk's host if it has its own address.
 */
export function relyingPartyOf(config: Addresses, kind: SessionKind): RelyingParty {
  const desk = kind === 'operator' ? config.desk : null;
  const { hostname, origin } = new URL(desk?.url ?? config.publicUrl);
  const shared = desk ? null : config.cookieDomain;
  return { id: shared ?? hostname, origin, name: brandIdentity.name };
}

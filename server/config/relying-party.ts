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

/** The cookies' domain: the site's host, or the parent it shares with the API's. */
export function relyingPartyOf({
  publicUrl,
  cookieDomain,
}: Pick<Config, 'publicUrl' | 'cookieDomain'>): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: cookieDomain ?? hostname, origin, name: brandIdentity.name };
}

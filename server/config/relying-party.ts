import { brandIdentity } from '#contract/brand/identity.ts';
import type { Config } from './config.ts';

/** Whom a passkey is for (WebAuthn: relying party). */
export interface RelyingParty {
  /** A domain. Passkeys are bound to it: with another one they are of no use (docs/decisions/0097). */
  readonly id: string;
  /** Of the pages that may ask for one. */
  readonly origin: string;
  /** As authenticators show it. */
  readonly name: string;
}

/** The domain that cookies are for: the site's host, or the parent it has in common with the API's. */
export function relyingPartyOf({
  publicUrl,
  cookieDomain,
}: Pick<Config, 'publicUrl' | 'cookieDomain'>): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: cookieDomain ?? hostname, origin, name: brandIdentity.name };
}

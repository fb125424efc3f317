import { brandIdentity } from './brand/identity.ts';

/**
 * Interface flags that scripts may read. The page cache distinguishes guests by these only: a flag missing here has
 * no effect on a guest's page.
 */
export const flagCookies = { age: 'age', scheme: 'scheme', consent: 'consent' } as const;

/**
 * The language last chosen in the switch. No flag: a page with an address of its own has that address's language, and
 * is kept for all (docs/decisions/0069).
 */
export const languageCookie = 'language';

/** Without TLS, with it, and with it where the API has an address of its own. */
export const sessionCookies = ['', '__Host-', '__Secure-'].map(
  (start) => `${start}${brandIdentity.key}_session`,
);

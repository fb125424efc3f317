import { brandIdentity } from './brand.ts';

/**
 * Interface flags that scripts may read. The page cache distinguishes guests by these only: a flag missing here has
 * no effect on a guest's page.
 */
export const flagCookies = { age: 'age', scheme: 'scheme', consent: 'consent' } as const;

/**
 * The language last chosen in the switch. Not a flag: the URL decides the language of a page, and the page is cached
 * for everyone (docs/decisions/pages/urls.md).
 */
export const languageCookie = 'language';

/** Without TLS, with TLS, and with TLS if the API has its own host. */
const namesOf = (cookie: string): string[] =>
  ['', '__Host-', '__Secure-'].map((start) => `${start}${brandIdentity.key}_${cookie}`);

export const sessionCookies = /* @__PURE__ */ namesOf('session');
/** A performer's session, read only by pages and calls of the studio. */
export const studioCookies = /* @__PURE__ */ namesOf('studio');
/** An operator's session, read only by pages and calls of the desk. */
export const deskCookies = /* @__PURE__ */ namesOf('desk');

/**
 * Interface flags a script may read; whatever else a cookie says changes no page of a guest. The page cache tells
 * two guests apart by these and by nothing else, so a flag that is missing here is not seen while a page is made.
 */
export const flagCookies = { age: 'age', scheme: 'scheme', consent: 'consent' } as const;

/** The session as it is named without and with TLS; only the API reads what is in it. */
export const sessionCookies = ['vonk_session', '__Host-vonk_session'] as const;

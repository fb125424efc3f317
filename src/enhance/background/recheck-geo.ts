const SEEN = 'country_code';

/**
 * Once a session, asks the server for this page's location headers: a page from a browser cache may be open where
 * the site is not served. Failures are ignored.
 */
export async function recheckGeo(): Promise<void> {
  try {
    if (sessionStorage.getItem(SEEN) !== null) return;
    const answer = await fetch(location.href, { method: 'HEAD' });
    if (answer.redirected && /\/forbidden$/.test(new URL(answer.url).pathname)) location.replace(answer.url);
    else sessionStorage.setItem(SEEN, answer.headers.get('x-country') ?? '');
  } catch {
    // Offline, or storage is blocked.
  }
}

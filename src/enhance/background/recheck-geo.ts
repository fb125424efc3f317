const SEEN = 'country_code';

/**
 * Once a session the browser asks again where it is, with a HEAD request for the page it shows: a page that was kept
 * somewhere may be open in a place the site is not served. That the look fails is nobody's business.
 */
export async function recheckGeo(): Promise<void> {
  try {
    if (sessionStorage.getItem(SEEN) !== null) return;
    const answer = await fetch(location.href, { method: 'HEAD' });
    if (answer.redirected && /\/forbidden$/.test(new URL(answer.url).pathname)) location.replace(answer.url);
    else sessionStorage.setItem(SEEN, answer.headers.get('x-country') ?? '');
  } catch {
    // Offline, or storage is closed to us.
  }
}

const SEEN = 'country_code';

/**
 * Once per session, requests this page's headers: a page from the browser cache may be open in a blocked region.
 * Failures are ignored.
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

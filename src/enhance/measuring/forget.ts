import { flagCookies, languageCookie } from '#contract/cookies.ts';
import { measuringKeys } from '#contract/tracking/device-keys.ts';

const ours = new Set<string>([...Object.values(flagCookies), languageCookie, 'favourites']);

/** Deletes what measuring kept on this device, a tag manager's cookies too: all that scripts can read but our choices. */
export function forgetMeasured(): void {
  for (const pair of document.cookie.split('; ')) {
    const [name = ''] = pair.split('=');
    if (name && !ours.has(name)) expire(name);
  }
  try {
    for (const key of Object.values(measuringKeys)) localStorage.removeItem(key);
  } catch {
    // Without storage nothing was kept.
  }
}

/** A tag manager keeps its cookies at the highest domain that it may. */
function expire(name: string): void {
  const parts = location.hostname.split('.');
  const domains = parts.map((_, place) => `; domain=${parts.slice(place).join('.')}`);
  for (const domain of ['', ...domains]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
    document.cookie = `${name}=; path=/; max-age=0${domain}`;
  }
}

import { flagCookies, languageCookie } from '#contract/cookies.ts';
import { measuringKeys } from '#lib/shell/late/measured.ts';
import { find } from '../../lib/shell/start/hooks.ts';

const ours = new Set<string>([...Object.values(flagCookies), languageCookie, 'favourites']);

/** On the cookies page after consent: declining deletes the measuring data. The form is then submitted as usual. */
find<HTMLFormElement>(document, 'consent-choice')?.addEventListener('submit', ({ submitter }) => {
  if (submitter instanceof HTMLButtonElement && submitter.value === 'no') forgetMeasured();
});

/** Deletes measuring data on this device: its storage, and all script-readable cookies except our own settings. */
function forgetMeasured(): void {
  for (const pair of document.cookie.split('; ')) {
    const [name = ''] = pair.split('=');
    if (name && !ours.has(name)) expire(name);
  }
  try {
    for (const key of Object.values(measuringKeys)) localStorage.removeItem(key);
  } catch {
    // Without storage nothing was stored.
  }
}

/** Expires the cookie on all parent domains: a tag manager uses the highest one it can. */
function expire(name: string): void {
  const parts = location.hostname.split('.');
  const domains = parts.map((_, place) => `; domain=${parts.slice(place).join('.')}`);
  for (const domain of ['', ...domains]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
    document.cookie = `${name}=; path=/; max-age=0${domain}`;
  }
}

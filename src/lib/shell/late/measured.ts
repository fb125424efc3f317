import { brandIdentity } from '#contract/brand.ts';
import { keepFlag } from '../start/browser.ts';

/** What measuring stores on a device: nothing before consent, and a refusal removes all of it. */

/** Named after the brand. Holds a random id, derived from nothing, for a year. */
export const fingerprintCookie = `${brandIdentity.key}_fid`;

/** In local storage. */
export const measuringKeys = {
  /** The browser has been here before. */
  guest: 'guest:visited',
  /** The visit (last followed session), shared by all tabs. */
  visit: 'lfs',
  /** The previous route. */
  route: 'previous_route',
} as const;

/** Measuring data stored on this device. Write only with consent (`hasConsent`). */

const FID = new RegExp(`(?:^|; )${fingerprintCookie}=([\\w-]+)`);

/** The browser's random id, created if missing. */
export function fingerprint(): string {
  const kept = FID.exec(document.cookie)?.[1];
  if (kept) return kept;
  const made = crypto.randomUUID();
  keepFlag(fingerprintCookie, made);
  return made;
}

export function readMeasured(key: keyof typeof measuringKeys): unknown {
  try {
    return JSON.parse(localStorage.getItem(measuringKeys[key]) ?? 'null');
  } catch {
    // Storage is missing or holds another value.
    return null;
  }
}

export function keepMeasured(key: keyof typeof measuringKeys, value: object | true): void {
  try {
    localStorage.setItem(measuringKeys[key], JSON.stringify(value));
  } catch {
    // Storage is full or blocked.
  }
}

import { fingerprintCookie, measuringKeys } from '#contract/tracking/device-keys.ts';
import { keepFlag } from './flag-cookie.ts';

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

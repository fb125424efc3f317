import { fingerprintCookie, measuringKeys } from '#contract/tracking/device-keys.ts';
import { keepFlag } from '../flag-cookie.ts';

/** What measuring keeps on this device. Only to be written to with consent (`hasConsent`). */

const FID = new RegExp(`(?:^|; )${fingerprintCookie}=([\\w-]+)`);

/** The browser's random id, made when there is none. */
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
    // No storage, or not ours.
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

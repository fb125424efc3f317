import { z } from 'zod';

/** What a visitor answered when asked whether visits may be followed; no answer is a no that may be asked again. */
export const consentSchema = z.enum(['yes', 'no']);
export type Consent = z.infer<typeof consentSchema>;

/** Everything a yes would switch on; a brand that uses none of it asks nobody. */
export interface Tracking {
  /** Container of the tag manager; null without one. */
  readonly tagManagerId: string | null;
  /** Whether visits are counted by a fingerprint of the device. */
  readonly fingerprint: boolean;
}

export const needsConsent = ({ tagManagerId, fingerprint }: Tracking): boolean =>
  tagManagerId !== null || fingerprint;

/** The answer as a flag cookie holds it; null for none, or for one that is no answer. */
export const consentOf = (value: string | undefined): Consent | null =>
  consentSchema.safeParse(value).data ?? null;

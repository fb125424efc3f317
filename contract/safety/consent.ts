import { z } from 'zod';

/** No answer counts as a no that may be asked again. */
export const consentSchema = z.enum(['yes', 'no']);
export type Consent = z.infer<typeof consentSchema>;

/** What a yes would switch on; a brand without any of it asks nobody. */
export interface Tracking {
  readonly tagManagerId: string | null;
  readonly fingerprint: boolean;
}

export const needsConsent = ({ tagManagerId, fingerprint }: Tracking): boolean =>
  tagManagerId !== null || fingerprint;

/** Null for a missing or invalid cookie. */
export const consentOf = (value: string | undefined): Consent | null =>
  consentSchema.safeParse(value).data ?? null;

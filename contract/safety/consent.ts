import * as z from 'zod/mini';

/** A missing answer counts as "no", but the question is asked again. */
export const consentSchema = z.enum(['yes', 'no']);
export type Consent = z.infer<typeof consentSchema>;

/** What a "yes" switches on; a brand without any of it shows no question. */
export interface Tracking {
  readonly tagManagerId: string | null;
  readonly fingerprint: boolean;
}

export const needsConsent = ({ tagManagerId, fingerprint }: Tracking): boolean =>
  tagManagerId !== null || fingerprint;

/** Null for a missing or invalid cookie. */
export const consentOf = (value: string | undefined): Consent | null =>
  consentSchema.safeParse(value).data ?? null;

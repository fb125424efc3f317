import { randomBytes } from 'node:crypto';

/** A strong entity tag (RFC 9110, 8.8.3). */
export const newEtag = (): string => `"${randomBytes(9).toString('base64url')}"`;

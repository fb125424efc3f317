import { createHash } from 'node:crypto';
import { z } from 'zod';

const uuid = z.uuid();

/** An id as it is stored: a UUID, or the name-based UUID (RFC 9562, version 8) of any other text. */
export function uuidOf(id: string): string {
  if (uuid.safeParse(id).success) return id;
  const hex = createHash('sha256').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

import { eq } from 'drizzle-orm';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { passkeysOf } from './reads.ts';
import { passkeys } from './tables.ts';

/** The key and the account's handle help nobody but a server; the id is what the authenticator shows. */
export const passkeysData: PersonalData = {
  tables: ['passkey'],
  async read(db, memberId) {
    const rows = await passkeysOf(db, memberId);
    return {
      passkeys: rows.map(({ credentialId, name, createdAt, lastUsedAt }) => ({
        id: credentialId,
        name,
        createdAt,
        lastUsedAt,
      })),
    };
  },
  async erase(tx, memberId) {
    await tx.delete(passkeys).where(eq(passkeys.memberId, memberId));
  },
};

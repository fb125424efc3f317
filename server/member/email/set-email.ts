import { eq, sql } from 'drizzle-orm';
import { foldEmail } from '#contract/member/account/credentials.ts';
import type { Tx } from '#server/ports/database.ts';
import { members } from '../tables.ts';

/** A username that is still the e-mail address changes with it: others must not see the old address as a name. */
export async function setEmail(tx: Tx, memberId: number, email: string): Promise<void> {
  const emailFolded = foldEmail(email);
  await tx
    .update(members)
    .set({
      email,
      emailFolded,
      username: sql`case when username = email then ${email} else username end`,
      usernameFolded: sql`case when username = email then ${emailFolded} else username_folded end`,
    })
    .where(eq(members.id, memberId));
}

import { eq } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import { members } from './tables.ts';

/** The member's name in a chat; never a username that is still the e-mail address. */
export async function memberName(deps: Pick<Deps, 'db'>, id: number): Promise<string> {
  const [row] = await deps.db
    .select({ username: members.username, email: members.email })
    .from(members)
    .where(eq(members.id, id));
  if (!row || row.username === row.email) return `Lid-${id}`;
  return row.username;
}

import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { recordAct } from '#server/audit/record-act.ts';
import { systemCaller } from '#server/identity/caller.ts';
import type { WorkKind } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { freeRandomNames } from './random-name.ts';
import { namesLikePerformers } from './reads.ts';

interface NameHolder {
  memberId: number;
}

/** Queued by the database when a stored performer's name looks like a member's (migration 0004). */
export const giveUpNameWork: WorkKind<NameHolder> = {
  kind: 'give-up-name',
  payload: z.object({ memberId: z.number().int() }),
};

/** The performer keeps the name; the member gets a random one and may choose another. */
export async function giveUpName(deps: Deps, { memberId }: NameHolder): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const inTx = { ...deps, db: tx };
    const [member] = await tx
      .select({ username: members.username, email: members.email, language: members.language })
      .from(members)
      .where(and(eq(members.id, memberId), isNull(members.deletedAt)))
      .for('update');
    if (!member || member.username === member.email) return;
    if ((await namesLikePerformers(inTx, [member.username])).size === 0) return;
    const [username] = await freeRandomNames(inTx, [member.language]);
    if (username === undefined) throw new Error(`No free name for member ${memberId}`);
    await tx
      .update(members)
      .set({ username, usernameFolded: username.toLowerCase() })
      .where(eq(members.id, memberId));
    await recordAct(tx, systemCaller, { act: 'member.username-changed', memberId, at: deps.now() });
    tx.afterCommit(() => {
      deps.push.toMember(memberId, 'member-changed', {});
      deps.events.record('member.username-changed', { member: memberId });
    });
  });
}

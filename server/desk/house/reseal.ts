import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { resealCodeKeys } from '#server/identity/operators/reads.ts';
import type { Resealed } from '#server/identity/seal.ts';
import { resealConsents, resealIdentities } from '#server/performers/records/identity.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Everything that is sealed with SECRET. */
const parts = {
  'identity records': resealIdentities,
  'consents with names': resealConsents,
  'authenticator apps of operators': resealCodeKeys,
} as const;

export type ResealedParts = Record<keyof typeof parts, Resealed>;

/** Seals everything with the present SECRET that was sealed with the previous SECRET. A second time changes nothing. */
export async function reseal(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  caller: Caller,
  { before }: { before: string },
): Promise<ResealedParts> {
  const by = requireOperator(caller);
  const change = { before, secret: config.secret };
  return db.transaction(async (tx) => {
    const done: [string, Resealed][] = [];
    for (const [name, resealPart] of Object.entries(parts)) done.push([name, await resealPart(tx, change)]);
    await recordAct(tx, by, { act: 'secret.resealed', at: now() });
    return Object.fromEntries(done) as ResealedParts;
  });
}

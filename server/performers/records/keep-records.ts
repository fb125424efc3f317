import { and, eq, isNull, lte, ne, or } from 'drizzle-orm';
import { addDays, dayOf } from '#contract/day.ts';
import { isReminderDue, REMINDER_DAYS } from '#contract/performers/identity.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { systemCaller } from '#server/identity/caller.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { performers } from '../tables.ts';
import { findIdentities, isPresent, keptUntil } from './find-identities.ts';
import { recordedIn } from './people.ts';
import { besidePeople, identityCopies, performerConsents, performerIdentities } from './tables.ts';

const MOST = 500;

/** Documents of present performers and people beside them that expire soon or have expired. */
export const expiringRecords = (db: Pick<Db, 'select'>, now: Date) =>
  findIdentities(db, {
    where: isPresent,
    expiresBy: addDays(dayOf(now), REMINDER_DAYS[0]),
    limit: MOST,
    offset: 0,
  });

/** Erases records and copies whose time is over: of people and of removed performers who are shown nowhere any more. */
export async function eraseOldRecords(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<void> {
  const today = dayOf(deps.now());
  const over: string[] = [];
  for (let offset = 0; ; offset += MOST) {
    const found = await findIdentities(deps.db, { limit: MOST, offset });
    for (const one of found) {
      const until = keptUntil(one, deps.config.identityYears);
      if (until !== null && until < today) over.push(one.record);
    }
    if (found.length < MOST) break;
  }
  for (const record of over) await eraseRecord(deps, record);
}

/** Consents stay, without the names in them. */
async function eraseRecord({ db, now }: Pick<Deps, 'db' | 'now'>, record: string): Promise<void> {
  const { performerId, personId } = recordedIn(record);
  await db.transaction(async (tx) => {
    if (personId !== null) await tx.delete(besidePeople).where(eq(besidePeople.id, personId));
    if (performerId !== null) {
      await tx.delete(performerIdentities).where(eq(performerIdentities.performerId, performerId));
      await tx.delete(identityCopies).where(eq(identityCopies.performerId, performerId));
      await tx
        .update(performerConsents)
        .set({ coPerformers: null })
        .where(eq(performerConsents.performerId, performerId));
    }
    await recordAct(tx, systemCaller, { act: 'identity.erased', subject: record, at: now() });
  });
}

/** Performers whom a mail has to tell that their document expires. */
export async function remindable(db: Pick<Db, 'select'>, today: string) {
  const { performerId, expiresOn, remindedOn } = performerIdentities;
  const rows = await db
    .select({ performerId, expiresOn, remindedOn })
    .from(performerIdentities)
    .innerJoin(performers, eq(performers.id, performerId))
    .where(and(isPresent, lte(expiresOn, addDays(today, REMINDER_DAYS[0]))))
    .limit(MOST);
  return rows.flatMap(({ performerId: id, expiresOn: day, remindedOn: last }) =>
    day !== null && isReminderDue(day, last, today) ? [{ performerId: id, expiresOn: day }] : [],
  );
}

/** False if another record was stored meanwhile, or she was reminded today. */
export async function noteReminded(
  tx: Tx,
  { performerId, expiresOn, today }: { performerId: number; expiresOn: string; today: string },
): Promise<boolean> {
  const { performerId: of, expiresOn: day, remindedOn } = performerIdentities;
  const noted = await tx
    .update(performerIdentities)
    .set({ remindedOn: today })
    .where(and(eq(of, performerId), eq(day, expiresOn), or(isNull(remindedOn), ne(remindedOn, today))))
    .returning({ id: of });
  return noted.length > 0;
}

import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Measure } from '#contract/safety/decisions.ts';
import type { Tx } from '#server/ports/database.ts';
import { caseAbout } from '../reports/reads.ts';
import type { Reported } from '../reports/transitions.ts';
import { decisions } from './tables.ts';
import { holdCase } from './transitions.ts';

/**
 * Notes that a measure against a person was lifted before its end; the decisions themselves stay as they are. Call it
 * before rows of the person are locked: a decision locks the case first.
 */
export async function endMeasures(
  tx: Tx,
  { about, measure, objectId, at }: { about: Reported; measure: Measure; objectId?: number; at: Date },
): Promise<void> {
  const found = await caseAbout(tx, about);
  if (!found) return;
  await holdCase(tx, found.id);
  await tx
    .update(decisions)
    .set({ endedAt: at })
    .where(
      and(
        eq(decisions.caseId, found.id),
        eq(decisions.measure, measure),
        objectId === undefined ? undefined : eq(decisions.objectId, objectId),
        isNull(decisions.endedAt),
        or(isNull(decisions.endsAt), gt(decisions.endsAt, at)),
      ),
    );
}

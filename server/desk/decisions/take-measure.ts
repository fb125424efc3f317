import { startOfDay } from '#contract/day.ts';
import type {
  blockMember as blockMemberCall,
  unblockMember as unblockMemberCall,
} from '#contract/desk/people/member-calls.ts';
import type {
  suspendPerformer as suspendPerformerCall,
  withdrawFollowerMessage as withdrawFollowerMessageCall,
} from '#contract/desk/people/performer-calls.ts';
import type { decideCase as decideCaseCall } from '#contract/desk/reports/decision-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError, labelOf } from '#contract/errors.ts';
import { caseMeasures, type Measure } from '#contract/safety/decisions.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { requireAccount } from '#server/member/account/find-member.ts';
import { setBlocked } from '#server/member/account/transitions.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { endMeasures } from '#server/safety/decisions/reads.ts';
import { caseById } from '#server/safety/reports/reads.ts';
import { reportedIn } from '#server/safety/reports/store-report.ts';
import { decide } from './decide.ts';
import type { DecideDeps } from './measures.ts';

/** The beginning of the day until which a measure lasts. */
const endOf = (day: string | undefined): Date | null => (day === undefined ? null : startOfDay(day));

/** Throws `badRequest.notFound`, `badRequest.case.changed`, and what the measure throws. */
export async function decideCase(
  deps: DecideDeps,
  caller: Caller,
  {
    case: id,
    measure,
    until,
    ground,
    facts,
    ...decision
  }: Omit<ParsedInput<typeof decideCaseCall>, 'reason' | 'version'> & { version?: number },
): Promise<OutputOf<typeof decideCaseCall>> {
  const by = requireOperator(caller);
  const found = await caseById(deps.db, id);
  if (!found) throw new AppError('badRequest.notFound');
  const about = reportedIn(found);
  const possible: readonly Measure[] = caseMeasures['memberId' in about ? 'member' : 'performer'];
  if (!possible.includes(measure)) throw new AppError('badRequest.invalid.input', { fields: ['measure'] });
  const words = { ground, facts };
  return {
    decision: await decide(deps, by, { ...decision, about, measure, endsAt: endOf(until), words }),
  };
}

async function requirePerformer({ db }: Pick<DecideDeps, 'db'>, id: number): Promise<void> {
  if (!(await performersFor({ db }, inHouse).byId(id))) throw new AppError('badRequest.performer.notExists');
}

/** A measure that holds already is not taken again. */
export async function once(deciding: Promise<number>): Promise<void> {
  await deciding.catch((error: unknown) => {
    if (labelOf(error) !== 'badRequest.case.state') throw error;
  });
}

/**
 * Keeps a performer from the site until the day `until`. Throws `badRequest.performer.notExists`, and
 * `badRequest.performer.state` if she is suspended.
 */
export async function suspendPerformer(
  deps: DecideDeps,
  caller: Caller,
  {
    performer: performerId,
    ground,
    facts,
    until,
  }: Omit<ParsedInput<typeof suspendPerformerCall>, 'reason' | 'version'>,
): Promise<true> {
  const by = requireOperator(caller);
  await requirePerformer(deps, performerId);
  const words = { ground, facts };
  await decide(deps, by, { about: { performerId }, measure: 'suspend', endsAt: endOf(until), words });
  return true;
}

/** Once: a message that is withdrawn already stays so. Throws as `withdrawMessage` does. */
export async function withdrawFollowerMessage(
  deps: DecideDeps,
  caller: Caller,
  {
    performer: performerId,
    version,
    ...words
  }: Omit<ParsedInput<typeof withdrawFollowerMessageCall>, 'reason'>,
): Promise<true> {
  const by = requireOperator(caller);
  await requirePerformer(deps, performerId);
  await once(
    decide(deps, by, { about: { performerId }, measure: 'withdraw-message', seenMessage: version, words }),
  );
  return true;
}

/** Refuses logins and ends sessions until it is undone. Throws `badRequest.login.notExists`. */
export async function blockMember(
  deps: DecideDeps,
  caller: Caller,
  { memberId, ground, facts }: Omit<ParsedInput<typeof blockMemberCall>, 'reason' | 'version'>,
): Promise<true> {
  const by = requireOperator(caller);
  await requireAccount(deps.db, memberId);
  await decide(deps, by, { about: { memberId }, measure: 'block', words: { ground, facts } });
  return true;
}

/** Lets a blocked member log in again: the decisions hold no longer, but are not called wrong. */
export async function unblockMember(
  deps: DecideDeps,
  caller: Caller,
  { memberId }: Omit<ParsedInput<typeof unblockMemberCall>, 'reason' | 'version'>,
): Promise<true> {
  const by = requireOperator(caller);
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    await endMeasures(tx, { about: { memberId }, measure: 'block', at });
    await setBlocked(deps, tx, { memberId, isBlocked: false, by });
  });
  return true;
}

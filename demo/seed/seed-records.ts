import { dayOf } from '#contract/day.ts';
import type { SeedPerformer } from '#demo/cast.ts';
import { identityRow } from '#server/performers/records/identity.ts';
import { performerConsents, performerIdentities } from '#server/performers/records/tables.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Every hundredth performer has no record, and the one before her waits for approval. */
const EVERY = 100;
const CHECKER = 'demo';
const AGREEMENT = '2026-01';

/** Invented, so that no real person is named; messages in the demo rarely contain these words. */
const surnames = [
  'Waterberg',
  'Lindenhout',
  'Zandvlier',
  'Korenwolf',
  'Avondster',
  'Merelkamp',
  'Duinroos',
  'Veldzicht',
  'Kastanjelaar',
  'Noorderlicht',
  'Rietmeer',
  'Vuurtorenaar',
];

const firstNameOf = (username: string): string => username.split(/[^\p{L}]/u)[0] || username;

/** Seeds the identity records and consents of performers, whose ids are given by their names. */
export async function seedRecords(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  performers: readonly SeedPerformer[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const at = now();
  const today = dayOf(at);
  const recorded = performers.flatMap(({ username, dateOfBirth }, place) => {
    const performerId = ids.get(username);
    if (performerId === undefined || place % EVERY === EVERY - 1) return [];
    const identity = {
      legalName: `${firstNameOf(username)} ${surnames[place % surnames.length]}`,
      dateOfBirth,
      otherNames: [],
      address: `Voorbeeldstraat ${place + 1}, 1000 AA Amsterdam`,
      document: 'passport' as const,
      numberEnd: String(1000 + (place % 9000)),
    };
    const row = identityRow(config.secret, { identity, checkedOn: today, checkedBy: CHECKER, at });
    const approved = place % EVERY === EVERY - 2 ? {} : { approvedAt: at, approvedBy: CHECKER };
    return [{ performerId, ...row, ...approved }];
  });
  if (recorded.length === 0) return;
  await db.insert(performerIdentities).values(recorded);
  const consent = { version: AGREEMENT, acceptedOn: today, recordedBy: CHECKER, recordedAt: at };
  await db
    .insert(performerConsents)
    .values(recorded.map(({ performerId }) => ({ performerId, ...consent, coPerformers: null })));
}

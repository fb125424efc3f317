import { count } from 'drizzle-orm';
import { dayOf } from '#contract/day.ts';
import { liveCast, makeCast, type SeedPerformer, STUDIO_PASSWORD } from '#demo/cast.ts';
import { placeholderColor, portraitSvg } from '#demo/portraits.ts';
import { storeFactor } from '#server/identity/factor/factors.ts';
import { hashPassword } from '#server/identity/passwords/passwords.ts';
import { storePortrait, versionOf } from '#server/media/images/store.ts';
import { foldUsername } from '#server/performers/reads.ts';
import { identityRow } from '#server/performers/records/identity.ts';
import { performerConsents, performerIdentities } from '#server/performers/records/tables.ts';
import { performers } from '#server/performers/tables.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import type { Deps } from '#server/ports/deps.ts';
import { seedAlbums } from './album/seed-albums.ts';

const BATCH = 500;
/** Number of performers with albums, best-known first. */
const WITH_ALBUMS = 32;

/** Seeds performers and their pictures into an empty database only. */
export async function seedPerformers(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<void> {
  const [existing] = await deps.db.select({ total: count() }).from(performers);
  if (existing && existing.total > 0) return;
  const passwordHash = await hashPassword(STUDIO_PASSWORD);
  const cast = makeCast({ count: deps.config.demoPerformers, now: deps.now() });
  for (let start = 0; start < cast.length; start += BATCH) {
    const batch = cast.slice(start, start + BATCH);
    const drawn = batch.map((performer) => ({ performer, svg: portraitSvg(performer) }));
    const rows = await deps.db
      .insert(performers)
      .values(drawn.map(({ performer, svg }) => toRow(performer, versionOf(svg), passwordHash)))
      .returning({ id: performers.id, username: performers.username });
    const ids = new Map(rows.map(({ id, username }) => [username, id]));
    await Promise.all(
      drawn.map(({ performer, svg }) =>
        storePortrait(deps.config.dataDir, ids.get(performer.username) ?? 0, new CleanBytes(svg)),
      ),
    );
    await seedRecords(deps, batch, ids);
    await declineFactors(deps, ids);
    if (start > 0) continue;
    const known = batch.slice(0, WITH_ALBUMS);
    const sitters = known.map((performer) => ({ ...performer, id: ids.get(performer.username) ?? 0 }));
    await seedAlbums(deps, sitters, liveCast.length);
  }
}

/** The demo's performers have been offered a second factor: their login opens the studio at once. */
async function declineFactors(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { username } of liveCast) {
    const id = ids.get(username);
    if (id !== undefined) await storeFactor(db, id, { offeredAt: now() });
  }
}

type Row = typeof performers.$inferInsert;

export function toRow(performer: SeedPerformer, picture: string, passwordHash: string | null): Row {
  const {
    texts,
    rating,
    firstCamSession,
    lastCamSession,
    id: _id,
    onlineStatus: _status,
    details,
    ...rest
  } = performer;
  const { country, languageBitflag, tattoo, smoking, orientation, relationship, zodiac, ...columns } = rest;
  const { luckyNumber, decency, showType, webcamming, oftenOnline, ...row } = columns;
  const isLive = liveCast.some(({ username }) => username === row.username);
  return {
    ...row,
    usernameFolded: foldUsername(row.username),
    passwordHash: isLive ? passwordHash : null,
    // The cast sets its status once it broadcasts.
    onlineStatus: 0,
    rating: Math.round(rating * 10),
    firstCamSession: new Date(firstCamSession),
    lastCamSession: new Date(lastCamSession),
    texts: { nl: { ...texts.nl }, en: { ...texts.en } },
    profile: {
      country,
      languageBitflag,
      tattoo,
      orientation,
      relationship,
      zodiac,
      // The long form has more detailed fields for this.
      ...(details ? {} : { smoking }),
      luckyNumber,
      decency,
      showType,
      webcamming,
      oftenOnline,
      ...details,
      color: placeholderColor(performer),
      picture,
    },
  };
}

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
async function seedRecords(
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
    const row = identityRow(config.secret, {
      identity,
      checkedOn: today,
      checkedBy: CHECKER,
      expiresOn: null,
      at,
    });
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

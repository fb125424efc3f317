import { randomUUID } from 'node:crypto';
import type { MediaStats, ServedMedia } from '@vonk/media';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { figuresOf } from '#contract/content/texts.ts';
import { defaultLocale } from '#contract/locales.ts';
import { CategoryError } from '#contract/performers/directory/categories.ts';
import type { Feature } from '#contract/site/features.ts';
import { createLimits } from '#server/calls/limits.ts';
import { chatEnded } from '#server/chat/chat-ended.ts';
import { blockersOf } from '#server/chat/room/sanctions/reads.ts';
import { isRoomShut } from '#server/chat/room/shut-room.ts';
import { type Config, ConfigError } from '#server/config/config.ts';
import { forgetLeases } from '#server/db/lease.ts';
import { openStore } from '#server/db/opening/open.ts';
import { noteMovedSession } from '#server/desk/account/sessions.ts';
import { createEvents } from '#server/events.ts';
import { openGeoDatabase } from '#server/gateways/geo.ts';
import { createIvr } from '#server/gateways/ivr/index.ts';
import type { createMedia } from '#server/gateways/media.ts';
import { createMail, createStorage, openWebPush } from '#server/gateways/open-gateways.ts';
import { createPayments } from '#server/gateways/payments/index.ts';
import { createScan } from '#server/gateways/scan.ts';
import { nameMediaClients } from '#server/http/client-ip.ts';
import { createPasswords } from '#server/identity/passwords/passwords.ts';
import { openNameWords } from '#server/member/names/insults.ts';
import { createOutboxRunner, type OutboxRunner } from '#server/outbox/run-due-work.ts';
import { openEditedCategories, shownCategories } from '#server/performers/categories/open-categories.ts';
import { showingOf } from '#server/performers/performers-for.ts';
import { loadPromotions } from '#server/performers/promotions/load-promotions.ts';
import { siteWith } from '#server/performers/served-files.ts';
import { publishKeys } from '#server/performers/whip-key/publish-keys.ts';
import type { OpenDb } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { noLimits } from '#server/ports/limits.ts';
import { createParts } from '#server/ports/parts.ts';
import { createPush, createSockets, type Sockets } from '#server/realtime/sockets.ts';
import { openForbiddenWords } from '#server/safety/words/word-list.ts';
import { forgetOnPush, type SharedPages } from '#server/site/shared-pages.ts';
import { createSteadyClock, type SteadyClock } from '#server/steady-clock.ts';
import { openMovedTelling } from '#server/studio/earnings/tell-moved.ts';
import type { Closers } from './closers.ts';
import { contentMistakes } from './content-mistakes.ts';
import type { Mount } from './http/http-server.ts';
import { openRedis, type RedisClients } from './open-redis.ts';
import { allPersonalData } from './personal-data/personal-data.ts';
import { createPartsCheck } from './readiness.ts';

export interface Opened {
  deps: Deps;
  clock: SteadyClock;
  sockets: Sockets;
  outbox: OutboxRunner;
  registry: Registry;
  mounts: readonly Mount[];
  /** What of them is the media server's. */
  media: { mount: Mount; socketPaths: readonly string[] };
  /** Attaches the media server's connections that are not requests; returns how to close it. */
  attachMedia: ServedMedia['attach'];
  /** Paths on which sockets may be opened; any other upgrade is ignored. */
  socketPaths: readonly string[];
  /** The database's upkeep; null if it does this by itself. */
  upkeep: OpenDb['upkeep'];
  /** Null if none is configured. */
  redis: RedisClients | null;
}

export interface Opening {
  config: Config;
  log: Logger;
  closers: Closers;
  openMedia: typeof createMedia;
  pages: SharedPages;
  /** Features the brand has switched on. */
  features: Readonly<Record<Feature, boolean>>;
}

/** Events of the media server that an operator should look into. */
const mediaWarnings: ReadonlySet<string> = new Set([
  'media.buffers.small',
  'media.server.ended',
  'media.server.hung',
]);

/** Opens data folder, database, Redis, gateways and sockets. Throws ConfigError, LockedError and StoreError. */
export async function openDeps(opening: Opening): Promise<Opened> {
  const { config, log, closers, pages, features } = opening;
  const content = await readContent(config);
  const outbox = createOutboxRunner(log);
  const database = await openStore(config, {
    afterCommit: {
      wakeOutbox: outbox.wake,
      tellMoved: (moved) => deps.part(openMovedTelling).tell(moved),
      onFailure: (error) => log.error({ err: error }, 'An act after a commit failed'),
    },
  });
  closers.add('database', () => database.close());
  if (config.ownsFolder) await forgetLeases(database.db);
  const redis = config.redisUrl === null ? null : openRedis(config.redisUrl, log);
  if (redis) closers.add('redis', redis.close);

  const clock = createSteadyClock();
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const [mail, payments, ivr] = [createMail(config), createPayments(config), createIvr(config)];
  closers.add('ivr', ivr.close);
  const media = startMedia(opening, { db: database.db, now: clock.now, redis });
  measureMedia(registry, media.stats);
  const parts = createPartsCheck({
    pingDatabase: database.ping,
    pingRedis: redis?.ping ?? null,
    dataDir: config.dataDir,
    registry,
  });
  const sockets = createSockets(redis?.pushes ?? null, config);
  const events = createEvents(log, registry);
  const featureParts = createParts((): Deps => deps);
  closers.add('parts', featureParts.close);
  const deps: Deps = {
    config,
    db: database.db,
    node: randomUUID(),
    now: clock.now,
    wallClock: clock.wall,
    newId: () => randomUUID(),
    geo: openGeoDatabase(config.geo.database),
    mail: mail.gateway,
    webPush: await openWebPush(config),
    payments: payments.gateway,
    ivr: ivr.gateway,
    media,
    scan: createScan(config.scanCommand),
    storage: await createStorage(config),
    push: forgetOnPush(createPush(sockets), pages),
    events,
    part: featureParts.part,
    health: { parts, media: media.stats },
    passwords: createPasswords(config.passwords, events),
    limits: config.rateLimits ? createLimits(redis?.limits ?? null) : noLimits,
    brand: { ...content, hasFeature: (feature) => features[feature] },
    blockersOf: (db, memberId) => blockersOf({ db, now: deps.now }, memberId),
    showingOf: (db, performerId) => showingOf({ db }, performerId),
    noteMoved: noteMovedSession({ now: () => deps.now() }),
    chatEnded,
    personalData: allPersonalData,
  };
  const mediaMount = mountOf(media, config);
  const mediaSocketPaths = media.socketPath ? [media.socketPath] : [];
  const mounts = [mediaMount];
  for (const { routes } of [mail, payments, ivr]) if (routes) mounts.push({ path: '/', routes });
  return {
    deps,
    clock,
    sockets,
    outbox,
    registry,
    mounts,
    redis,
    media: { mount: mediaMount, socketPaths: mediaSocketPaths },
    attachMedia: media.attach,
    socketPaths: [sockets.path(), ...mediaSocketPaths],
    upkeep: database.upkeep,
  };
}

/** Texts and lists of the brand. Throws ConfigError for a mistake in them. */
async function readContent(config: Config): Promise<Omit<Deps['brand'], 'hasFeature'>> {
  const mistakes = contentMistakes();
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
  const edited = await openEditedCategories().catch(asConfigError);
  const categories = shownCategories(edited, figuresOf(config.prices));
  const promotions = await loadPromotions(config.promotionsDir, siteWith(categories[defaultLocale]));
  return {
    promotions: promotions.map(({ promotion }) => promotion),
    categories,
    edited: { categories: edited, promotions },
    nameWords: await openNameWords(),
    forbiddenWords: await openForbiddenWords(),
  };
}

/** Opens the media server, which performers' keys may publish to unless their room is shut. */
function startMedia(
  { config, log, closers, openMedia }: Opening,
  { db, now, redis }: Pick<Deps, 'db' | 'now'> & Pick<Opened, 'redis'>,
): ReturnType<Opening['openMedia']> {
  const media = openMedia(config, {
    log: (event, fields) => log[mediaWarnings.has(event) ? 'warn' : 'info'](fields, event),
    redis: redis?.limits ?? null,
    keys: publishKeys({ db, now }, config.secret, (performerId) => isRoomShut({ db, now }, performerId)),
    now: () => now().getTime(),
  });
  closers.add('media', () => media.close());
  return media;
}

const mountOf = (media: ReturnType<Opening['openMedia']>, { trustedProxies }: Config): Mount => ({
  path: '/media',
  routes: nameMediaClients(trustedProxies).route('/', media.routes()),
});

/** Categories are the operator's configuration: a mistake in them stops the start, as in the environment. */
function asConfigError(error: unknown): never {
  throw error instanceof CategoryError ? new ConfigError(error.message) : error;
}

const helps: Record<keyof MediaStats, string> = {
  rooms: 'Rooms of the media server',
  publishers: 'Performers on air',
  viewers: 'Viewers of all rooms',
  packetsIn: 'Media packets taken from publishers',
  packetsOut: 'Media packets sent to viewers',
};

/** Adds gauges that read the media server's stats whenever the metrics are read. */
function measureMedia(registry: Registry, stats: () => MediaStats): void {
  for (const name of Object.keys(helps) as (keyof MediaStats)[]) {
    new Gauge({
      name: `vonk_media_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
      help: helps[name],
      registers: [registry],
      collect() {
        this.set(stats()[name]);
      },
    });
  }
}

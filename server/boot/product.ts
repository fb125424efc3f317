import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { CategoryError } from '#contract/performers/categories.ts';
import { createApp } from '#server/app.ts';
import { type Config, ConfigError } from '#server/config.ts';
import { forgetLeases } from '#server/db/lease.ts';
import { lockFolder } from '#server/db/lock.ts';
import { openDb } from '#server/db/open.ts';
import { seed } from '#server/db/seed.ts';
import type { Deps } from '#server/deps.ts';
import { createEvents } from '#server/events.ts';
import { openGeoDatabase } from '#server/gateways/geo/database.ts';
import { createMail } from '#server/gateways/mail/index.ts';
import { createEmbeddedMedia, type EmbeddedMedia } from '#server/gateways/media/embedded.ts';
import { createPayments } from '#server/gateways/payments/index.ts';
import { createLimits, noLimits } from '#server/http/limits.ts';
import { createLog } from '#server/log.ts';
import { createOutboxRunner } from '#server/outbox/runner.ts';
import { openCategories } from '#server/performers/categories.ts';
import { directoryOf } from '#server/performers/directory/directory.ts';
import { loadPromotions } from '#server/performers/load-promotions.ts';
import { noPush, type Push } from '#server/realtime/push.ts';
import { createPush, createSockets, type Sockets, serveSockets } from '#server/realtime/socket.ts';
import { startCast } from './cast.ts';
import { greetingOf } from './greeting.ts';
import { createHttpServer, createRoot } from './http.ts';
import { measureMedia } from './media-metrics.ts';
import { productSweeps } from './product-sweeps.ts';
import { openSite, type Site } from './site.ts';
import { startSweeps } from './sweeps.ts';

export interface Product {
  /** What a person at the terminal is told. */
  greeting: string;
  /** Answers what is under way, lets nothing new in, and closes everything in the reverse order. */
  drain(): Promise<void>;
}

/** Requests that are still running get this long, in ms. */
const DRAIN_MS = 10_000;

/** Closers in the order in which things were opened; run backwards. */
type Closers = { name: string; close: () => Promise<unknown> | unknown }[];

/** lock → database → migrations → seeds → app → sockets → media → site → listen. Whatever fails closes what was opened. */
export async function startProduct(config: Config): Promise<Product> {
  const log = createLog(config.logLevel);
  const closers: Closers = [];
  try {
    return await open(config, log, closers);
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}

async function open(config: Config, log: Logger, closers: Closers): Promise<Product> {
  const categories = await openCategories().catch(asConfigError);
  if (config.ownsFolder) {
    const unlock = await lockFolder(config.dataDir, new Date());
    closers.push({ name: 'lock', close: unlock });
  }
  const database = await openDb(config.databaseUrl);
  closers.push({ name: 'database', close: () => database.close() });
  const redis = config.redisUrl ? new Redis(config.redisUrl, { maxRetriesPerRequest: 3 }) : null;
  redis?.on('error', (error: Error) => log.warn({ err: error }, 'redis does not answer'));
  if (redis) closers.push({ name: 'redis', close: () => redis.quit() });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const mail = createMail(config);
  const payments = createPayments(config);
  const media = openMedia(config, log);
  closers.push({ name: 'media', close: () => media.close() });
  measureMedia(registry, media.stats);
  const outbox = createOutboxRunner(log);
  const deps: Deps = {
    config,
    db: database.db,
    now: () => new Date(),
    newId: () => randomUUID(),
    geo: openGeoDatabase(config.geo.database),
    mail: mail.gateway,
    payments: payments.gateway,
    media,
    push: noPush,
    events: createEvents(log, registry),
    limits: config.rateLimits ? createLimits(redis) : noLimits,
    promotions: await loadPromotions(config.promotionsDir),
    categories,
    wakeOutbox: outbox.wake,
  };
  if (config.ownsFolder) await forgetLeases(database.db);
  await seed(deps);
  // Read now, so that no visitor waits for it.
  await directoryOf(deps).current();
  const app = createApp(deps, log);
  const mounts = [
    { path: '/media', routes: media.routes() },
    ...(mail.routes ? [{ path: '/', routes: mail.routes }] : []),
    ...(payments.routes ? [{ path: '/', routes: payments.routes }] : []),
  ];
  let draining = false;
  const ready = async (): Promise<void> => {
    if (draining) throw new Error('draining');
    await database.ping();
  };
  const site = await openSite(deps, app, log);
  const server = createHttpServer(createRoot({ config, app, mounts, site, registry, ready }), site);
  const io = createSockets(server, redis);
  deps.push = tellPages(createPush(io), site);
  serveSockets(io, app, deps, log);
  outbox.start(deps);
  closers.push({ name: 'outbox', close: outbox.stop });
  closers.push({ name: 'sweeps', close: startSweeps(deps, log, productSweeps(deps)) });
  server.listen(config.port, config.host);
  await once(server, 'listening');
  closers.push({ name: 'http', close: () => closeServer(server, io) });
  const url = `http://${config.host}:${(server.address() as AddressInfo).port}`;
  if (config.demoCast) closers.push({ name: 'cast', close: startCast(config, url, log) });
  return {
    greeting: greetingOf(config, (server.address() as AddressInfo).port),
    drain: async () => {
      draining = true;
      await closeAll(closers, log);
    },
  };
}

/** What everyone is told, guests' pages show too. */
function tellPages(push: Push, site: Site): Push {
  return {
    ...push,
    toEveryone(name, payload) {
      site.forget();
      push.toEveryone(name, payload);
    },
  };
}

/** What an editor wrote is the operator's configuration. */
function asConfigError(error: unknown): never {
  throw error instanceof CategoryError ? new ConfigError(error.message) : error;
}

function openMedia(config: Config, log: Logger): EmbeddedMedia {
  const { host, ports } = config.media;
  return createEmbeddedMedia({
    secret: config.secret,
    iceServers: [],
    host,
    ...(ports ? { portRange: ports } : {}),
    log: (event, fields) => log.info(fields, event),
  });
}

/** Stops listening, sends the sockets away (they come back to another node), and waits for what is under way. */
async function closeServer(server: HttpServer, io: Sockets): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  io.disconnectSockets(true);
  io.engine.close();
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const tooLong = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(tooLong);
}

async function closeAll(closers: Closers, log: Logger): Promise<void> {
  for (const { name, close } of closers.reverse()) {
    try {
      await close();
    } catch (error) {
      log.error({ err: error, part: name }, 'a part did not close');
    }
  }
  closers.length = 0;
}

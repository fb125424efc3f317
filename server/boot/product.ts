import { type ChildProcess, fork } from 'node:child_process';
import type { Server as HttpServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { leaveOwnChats, takeOverChats } from '#server/chat/session/take-over-chats.ts';
import { type Config, withFeatures } from '#server/config/config.ts';
import { deskSide } from '#server/config/desk.ts';
import { nodeLease, releaseLease, takeLease } from '#server/db/lease.ts';
import { createMedia } from '#server/gateways/media.ts';
import { createLog } from '#server/log.ts';
import { directoryOf } from '#server/performers/directory/listing/directory.ts';
import { widenPlaces } from '#server/performers/profile/hidden-places.ts';
import { unknownModels } from '#server/performers/promotions/list-promotions.ts';
import { readServed } from '#server/performers/served-files.ts';
import type { Deps } from '#server/ports/deps.ts';
import { serveSockets } from '#server/realtime/serve-sockets.ts';
import { openAstroApp } from '#server/site/astro-app.ts';
import { createSharedPages } from '#server/site/shared-pages.ts';
import { createSite, type Site } from '#server/site/site.ts';
import { announceRestart } from '#server/studio/broadcast.ts';
import { seedBundles } from '#server/wallet/purchase/seed-bundles.ts';
import { type Closers, createClosers } from './closers.ts';
import { createDeskServer, withoutDesk } from './http/desk-server.ts';
import { createHttpServer, createRoot, listen } from './http/http-server.ts';
import { type Opened, type Opening, openDeps } from './open-deps.ts';
import { outboxHandlers } from './outbox-handlers.ts';
import { createReadiness } from './readiness.ts';
import { bindings } from './routes.ts';
import { startSweeps } from './run-sweeps.ts';
import { schedule } from './schedule.ts';
import { createServices } from './services.ts';
import { greetingOf } from './start-messages.ts';

export interface Product {
  /** Text for the terminal. */
  greeting: string;
  log: Logger;
  /** Accepts no new requests, finishes running ones, and closes everything in the reverse order of opening. */
  drain(): Promise<void>;
}

/** ms for running requests to finish when the process stops. */
const DRAIN_MS = 10_000;

/**
 * Order: lock, database, migrations, seeds, calls, site, sockets, sweeps, listen. A failure closes what was opened.
 * `openMedia`: for tests with their own media server.
 */
export async function startProduct(
  config: Config,
  openMedia: Opening['openMedia'] = createMedia,
): Promise<Product> {
  const log = createLog(config.logLevel);
  const closers = createClosers(log);
  try {
    return await open(config, { log, closers, openMedia });
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

async function open(
  config: Config,
  { log, closers, openMedia }: Pick<Opening, 'log' | 'closers' | 'openMedia'>,
): Promise<Product> {
  const pages = createSharedPages(config);
  const astro = await openAstroApp();
  const { features } = astro;
  const opened = await openDeps({
    config: withFeatures(config, features),
    log,
    closers,
    openMedia,
    pages,
    features,
  });
  const { deps, sockets, outbox, registry, mounts } = opened;
  const demo = await fillStore(deps, config, log);

  const fallback = await readServed(astro.profileImage);
  const { dispatch, app, deskApp, readImage } = createServices(deps, log, { fallback, seller: astro.seller });
  const createPages = (own: Deps): Site => createSite({ deps: own, dispatch, readImage, log, pages, astro });
  const site = createPages(deps);
  let draining = false;
  const readiness = createReadiness(deps.health.parts, opened.clock, () => draining);
  const server = createHttpServer(createRoot({ config, app, mounts, site, registry, readiness, log }), site, {
    config,
    socketPaths: opened.socketPaths,
  });
  sockets.attach(server);
  const closeMedia = opened.attachMedia?.(server);
  const socketBindings = deps.config.desk ? withoutDesk([]).bindings : bindings;
  serveSockets({ io: sockets, deps, dispatch, bindings: socketBindings, log });
  outbox.start({
    ...deps,
    handlers: [...outboxHandlers(deps, astro.seller), ...(demo?.demoHandlers(deps) ?? [])],
  });
  closers.add('outbox', outbox.stop);
  const node = nodeLease(deps.node);
  await takeLease(deps.db, node);
  // Those of a killed predecessor, so that its viewers learn of the end as soon as they return. Nobody else serves them.
  if (config.ownsFolder) await takeOverChats(deps);
  closers.add('node', () => releaseLease(deps.db, node));
  closers.add('sweeps', startSweeps(deps, log, schedule(deps, opened)));
  const port = await listen(server, config);
  closers.add('http', () => {
    closeMedia?.();
    const closed = closeServer(server);
    // Closes the transport only: a disconnected client would not reconnect, and `disconnectSockets` reaches all nodes.
    sockets.engine.close();
    return closed;
  });
  await serveDesk(opened, { deskApp, log, closers, openSite: createPages });
  // Before the sockets close, so that performers and viewers are notified.
  closers.add('chats', () => leaveOwnChats(deps));
  closers.add('broadcasts', () => announceRestart(deps));
  if (config.demoCast) closers.add('cast', startCast(config, `http://${config.host}:${port}`, log));
  return {
    greeting: greetingOf(deps.config, port),
    log,
    drain: async () => {
      draining = true;
      await closers.closeAll();
    },
  };
}

/** Seeds the database. Returns the demo's part, which production has not. */
async function fillStore(deps: Deps, config: Config, log: Logger) {
  // Imported here only, so that production loads no file of the demo.
  const demo = config.mode === 'demo' ? await import('#demo/seed/seed-demo.ts') : null;
  await seedBundles(deps);
  const widened = await widenPlaces(deps);
  if (widened.length > 0)
    log.warn(
      { performers: widened },
      'Performers now hide from whole countries, or larger regions, than before',
    );
  await demo?.seedDemo(deps);
  if (config.demoCast) await demo?.seedStarts(deps);
  const models = await unknownModels(deps, deps.brand.promotions);
  // Not an error: performers may leave while their promotion runs.
  if (models.length > 0) log.warn({ models }, 'Promotions of unknown performers are left out');
  // Filled now, so that the first request does not wait for it.
  await directoryOf(deps).current();
  return demo;
}

interface DeskParts {
  /** Null if the desk has no address of its own. */
  readonly deskApp: ReturnType<typeof createServices>['deskApp'];
  readonly log: Logger;
  readonly closers: Closers;
  openSite(deps: Deps): Site;
}

/** Serves the desk at its own address, if it has one. */
async function serveDesk(
  { deps, media, attachMedia }: Opened,
  { deskApp, log, closers, openSite }: DeskParts,
): Promise<void> {
  const { desk } = deps.config;
  if (!desk || !deskApp) return;
  const config = deskSide(deps.config, desk);
  const site = openSite({ ...deps, config });
  const server = createDeskServer({ config, app: deskApp, site, log, media });
  const closeMedia = attachMedia?.(server);
  await listen(server, desk, 'DESK_');
  closers.add('desk', () => {
    closeMedia?.();
    return closeServer(server);
  });
}

/** Stops listening, and waits for running requests. */
async function closeServer(server: HttpServer): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const tooLong = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(tooLong);
}

const program = fileURLToPath(new URL('../../demo/run.ts', import.meta.url));
/** Outside the data folder: clips depend on the code only, and drawing them takes a minute of processor time. */
const clips = 'node_modules/.cache/vonk/clips';
/** ms before a cast that stopped is restarted; doubles up to the longest. */
const RESTART_MS = 1000;
const LONGEST_RESTART_MS = 30_000;

/** Runs the demo cast in its own process, as external encoders would be, and restarts it when it ends. */
function startCast(config: Config, url: string, log: Logger): () => Promise<void> {
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let wait = RESTART_MS;
  let stopped = false;

  const start = (): void => {
    const startedAt = performance.now();
    child = fork(program, [], {
      env: {
        ...process.env,
        CAST_URL: url,
        CAST_API_KEY: config.apiKey,
        CAST_CACHE: clips,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('exit', (code) => {
      child = null;
      if (stopped) return;
      if (performance.now() - startedAt > LONGEST_RESTART_MS) wait = RESTART_MS;
      log.warn({ code, wait }, 'The demo cast stopped and is restarted');
      timer = setTimeout(start, wait);
      wait = Math.min(wait * 2, LONGEST_RESTART_MS);
    });
  };
  start();

  return async () => {
    stopped = true;
    clearTimeout(timer);
    const running = child;
    if (!running) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    const tooLong = setTimeout(() => running.kill('SIGKILL'), 3000);
    await gone;
    clearTimeout(tooLong);
  };
}

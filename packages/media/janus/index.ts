import type { Server } from 'node:http';
import { Hono } from 'hono';
import type { Redis } from 'ioredis';
import { createTargets, type MediaTargets } from '../access/targets.ts';
import type { PublishKeys } from '../port/gateway.ts';
import type { IceConfig } from '../port/player-config.ts';
import { type ServedMedia, steadyNow } from '../port/served.ts';
import { type DoorLimits, doorLimits, type MediaLog } from '../whip/door.ts';
import { openToAllOrigins } from '../whip/http.ts';
import { whipRoutes } from '../whip/offer-routes.ts';
import { answerRefusal, Refusal } from '../whip/refusal.ts';
import { createRateLimit, limitGuesses } from '../whip/request-limits.ts';
import { sessionRoutes } from '../whip/session-routes.ts';
import { JanusApi } from './api.ts';
import { createRoomStates } from './counting/states.ts';
import { JanusWatch } from './counting/watch.ts';
import { Holdings } from './holdings.ts';
import { JanusLink } from './link.ts';
import { takePicture } from './picture.ts';
import { createPlayerDoor, type PlayerDoor } from './players/door.ts';
import { JanusPublishers } from './publish.ts';
import { EMPTY_MS, EmptyRooms, JanusRooms } from './rooms.ts';
import { ownStore, redisStore } from './store.ts';
import { JanusViewers } from './view.ts';

/** Path of players' WebSockets, also part of their targets. */
const SOCKET_PATH = '/media/janus';

export interface JanusMediaOptions {
  janus: JanusConfig;
  /** Signs the media tokens; at least 32 characters. */
  secret: string;
  /** Shared by all nodes; null if this process is the only one. */
  redis: Redis | null;
  ice?: IceConfig | undefined;
  /** Where `routes` is mounted; with an origin when players come from another origin. */
  baseUrl?: string | undefined;
  keys?: PublishKeys | undefined;
  log?: MediaLog | undefined;
  limits?: Partial<DoorLimits> | undefined;
  /** ms after which a room without publisher and viewers is removed. */
  emptyRoomMs?: number | undefined;
  now?: (() => number) | undefined;
}

/** Janus' VideoRoom: media flows directly between it and browsers, signalling goes through this process. */
export function createJanusMedia(options: JanusMediaOptions): ServedMedia {
  const { janus, secret, redis, ice, baseUrl = '/media', keys, log, now = steadyNow } = options;
  const limits = { ...doorLimits, ...options.limits };
  const store = redis ? redisStore(redis) : ownStore();
  const targets = createTargets({ secret, ice, baseUrl, now, agent: 'janus', revocations: store, keys });
  const api = new JanusApi(janus);
  const link = new JanusLink(api);
  const rooms = new JanusRooms(link, api, { adminKey: janus.adminKey, secret });
  const watch: JanusWatch = new JanusWatch({
    api,
    store,
    now,
    session: () => link.known,
    log,
    onLook: () => {
      viewers.follow();
      // Janus may be unreachable, or a room may have another key.
      emptyRooms.look().catch((error: unknown) => log?.('media.rooms.kept', { error }));
    },
  });
  const holdings = new Holdings(now);
  const states = createRoomStates({ holdings, now, counts: () => watch.counts });
  const parts = { api, link, rooms, holdings, now, log, isPublishing: states.isPublishing };
  const publishers = new JanusPublishers({ ...parts, secret, publishers: () => watch.counts.publishers });
  const viewers = new JanusViewers({
    ...parts,
    viewer: states.counted,
    publisherHandle: states.publisherHandle,
  });
  const emptyRooms: EmptyRooms = new EmptyRooms({
    rooms,
    emptyMs: options.emptyRoomMs ?? EMPTY_MS,
    now,
    leads: () => watch.leads,
    isUsed: states.isUsed,
    whenIdle: (room, work) => publishers.whenIdle(room, work),
  });
  const app = createRoutes({ publishers, targets, limits, now, log });
  const door = openDoor({ viewers, targets, states, limits, shared: store.shared, log });

  return {
    shared: store.shared,
    publishAgent: 'whip',
    publishTarget: targets.publish,
    playTarget: targets.play,
    room: states.room,
    picture: async (room, size) => {
      const publisher = states.publisher(room);
      return publisher && takePicture({ api, rooms, host: janus.forwardHost }, room, publisher, size);
    },
    viewer: states.viewer,
    watchers: states.subjectsIn,
    drop: (subject) => {
      // Token before view: a player that reconnects at once must be refused.
      targets.revoke(subject);
      viewers.end(subject, 'dropped');
      publishers.endOf(subject, 'dropped');
    },
    closeRoom: (name) => {
      publishers.end(name, 'room-closed');
      for (const subject of states.subjectsIn(name)) viewers.end(subject, 'room-closed');
    },
    close: async () => {
      await watch.close();
      // Other nodes keep these handles alive; without any node Janus drops them.
      if (!store.shared) await Promise.all(holdings.all().map(({ id }) => api.detach(id)));
      link.close();
      api.close();
    },
    routes: () => app,
    stats: () => states.stats(),
    socketPath: SOCKET_PATH,
    attach: (server: Server) => door.attach(server, SOCKET_PATH),
  };
}

interface DoorParts {
  viewers: JanusViewers;
  targets: MediaTargets;
  states: ReturnType<typeof createRoomStates>;
  limits: DoorLimits;
  shared: boolean;
  log: MediaLog | undefined;
}

function openDoor({ viewers, targets, states, limits, shared, log }: DoorParts): PlayerDoor {
  return createPlayerDoor({
    viewers,
    authorize: async (token, room) => {
      const grant = await targets.authorize(token, room, 'view');
      return grant === 'elsewhere' ? null : grant;
    },
    limit: createRateLimit(limits.postsPerSubject, limits.countedSeconds),
    hasSeat: (room, subject) =>
      states.viewer(subject)?.connected === true || states.room(room).viewers < limits.viewersPerRoom,
    isPublishing: states.isPublishing,
    shared,
    log,
  });
}

interface RouteParts {
  publishers: JanusPublishers;
  targets: MediaTargets;
  limits: DoorLimits;
  now: () => number;
  log: MediaLog | undefined;
}

function createRoutes({ publishers, targets, limits, now, log }: RouteParts): Hono {
  const app = new Hono();
  app.use(openToAllOrigins, limitGuesses(limits.failuresPerAddress, limits.countedSeconds));
  app.onError((error, c) => {
    if (error instanceof Refusal) return answerRefusal(c, error);
    log?.('media.request.failed', { path: c.req.path, error });
    return answerRefusal(c, new Refusal(503, 'The media server does not answer', { 'Retry-After': '2' }));
  });
  const parts = {
    app,
    sessions: publishers,
    limits,
    options: { authorize: targets.authorize, iceServers: targets.iceServers, now },
  };
  whipRoutes(parts);
  sessionRoutes(parts);
  return app;
}

/** How the gateway reaches Janus. */
export interface JanusConfig {
  /** The Janus API over HTTP. */
  readonly url: string;
  /** `api_secret`. */
  readonly secret: string;
  /** The Admin API over HTTP. */
  readonly adminUrl: string;
  /** `admin_secret`. */
  readonly adminSecret: string;
  /** `admin_key` of the VideoRoom. */
  readonly adminKey: string;
  /** IP of this process to which Janus forwards RTP for snapshots. */
  readonly forwardHost: string;
}

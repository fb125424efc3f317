import { Hono } from 'hono';
import { pictureOfKeyFrame } from '../../picture/vp8-picture.ts';
import type { MediaStats } from '../../port/served.ts';
import { openToAllOrigins } from '../../whip/http.ts';
import { whepRoutes, whipRoutes } from '../../whip/offer-routes.ts';
import { answerRefusal, Refusal } from '../../whip/refusal.ts';
import { limitGuesses } from '../../whip/request-limits.ts';
import { sessionRoutes } from '../../whip/session-routes.ts';
import { logSmallBuffers } from './buffers.ts';
import { Sessions } from './sessions.ts';
import {
  defaultLimits,
  type RoomState,
  type Sfu,
  type SfuLimits,
  type SfuOptions,
  type SfuState,
  type ViewerState,
} from './types.ts';

export type { Sfu, SfuOptions } from './types.ts';

/** ms between checks for stopped publishers; with `stillMs`, a stop is noticed within 3 s. */
const watchMs = 250;

function createRoutes(parts: { options: SfuOptions; limits: SfuLimits; sessions: Sessions }): Hono {
  const app = new Hono();
  app.use(openToAllOrigins, limitGuesses(parts.limits.failuresPerAddress, parts.limits.countedSeconds));
  app.onError((error, c) => {
    if (error instanceof Refusal) return answerRefusal(c, error);
    parts.options.log?.('media.request.failed', { path: c.req.path, error });
    return answerRefusal(c, new Refusal(500, 'The request failed'));
  });
  whipRoutes({ ...parts, app });
  whepRoutes({ ...parts, app });
  sessionRoutes({ ...parts, app });
  return app;
}

function countAll(sessions: Sessions): MediaStats {
  const rooms = [...sessions.rooms.values()];
  const sum = (pick: (room: (typeof rooms)[number]) => number) =>
    rooms.reduce((total, room) => total + pick(room), 0);
  return {
    rooms: rooms.length,
    publishers: sum(({ publishing }) => Number(publishing)),
    viewers: sum(({ present }) => present),
    packetsIn: sum(({ packetsIn }) => packetsIn),
    packetsOut: sum(({ packetsOut }) => packetsOut),
  };
}

function roomState(sessions: Sessions, name: string): RoomState {
  const room = sessions.rooms.get(name);
  return {
    publishing: room?.publishing ?? false,
    viewers: room?.present ?? 0,
    packetsIn: room?.packetsIn ?? 0,
    packetsOut: room?.packetsOut ?? 0,
    lastMediaAt: room?.lastMediaAt ?? null,
    received: room?.received ?? null,
    refusedAt: room?.refusedAt ?? null,
  };
}

function viewerState(sessions: Sessions, subject: string): ViewerState | null {
  const delivery = sessions.deliveries.get(subject);
  const connected = sessions.views.get(subject)?.viewer.peer.connected ?? false;
  return delivery ? { ...delivery, connected } : null;
}

function stateOf(sessions: Sessions): SfuState {
  const viewers = [...sessions.deliveries.keys()].flatMap((subject) => {
    const state = viewerState(sessions, subject);
    const room = sessions.views.get(subject)?.session.room ?? null;
    return state ? [[subject, { ...state, room }] as const] : [];
  });
  return {
    rooms: new Map([...sessions.rooms.keys()].map((name) => [name, roomState(sessions, name)])),
    viewers: new Map(viewers),
  };
}

/** An embedded media server that forwards RTP. It knows rooms and tokens. */
export function createSfu(options: SfuOptions): Sfu {
  const limits = { ...defaultLimits, ...options.limits };
  const sessions = new Sessions(options, limits);
  const app = createRoutes({ options, limits, sessions });
  const sweeper = setInterval(() => sessions.sweep(), 1000).unref();
  void logSmallBuffers(options.log);
  const watcher = setInterval(() => sessions.watch(), watchMs).unref();

  return {
    routes: () => app,
    room: (name) => roomState(sessions, name),
    picture: async (name, size) => {
      const frame = await sessions.rooms.get(name)?.keyFrame(size);
      return frame ? pictureOfKeyFrame(frame) : null;
    },
    viewer: (subject) => viewerState(sessions, subject),
    watchers: (name) => sessions.rooms.get(name)?.connected ?? [],
    drop: (subject) => {
      const own = sessions.of(subject);
      for (const session of own) session.end('dropped');
      return own.length > 0;
    },
    closeRoom: (name) => sessions.closeRoom(name),
    stats: () => countAll(sessions),
    state: () => stateOf(sessions),
    close: async () => {
      clearInterval(sweeper);
      clearInterval(watcher);
      const open = [...sessions.byId.values()];
      for (const session of open) session.end('server-closed');
      await Promise.all(open.map(({ peer }) => peer.close()));
    },
  };
}

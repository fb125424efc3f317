import { Hono } from 'hono';
import { createTargets } from '../../access/targets.ts';
import { type ServedMedia, steadyNow } from '../../port/served.ts';
import { openToAllOrigins, smallBody } from '../../whip/http.ts';
import { clientOf } from '../../whip/request-limits.ts';
import type { EmbeddedMediaOptions } from '../embedded.ts';
import type { MediaHome } from './channel.ts';
import { Supervisor } from './supervisor.ts';

export interface ApartMediaOptions extends EmbeddedMediaOptions {
  home: MediaHome;
}

/** Forwards WHIP and WHEP requests to the media server, on the product's own origin. */
function createRoutes(supervisor: Supervisor): Hono {
  const app = new Hono();
  app.use(openToAllOrigins);
  app.all('*', smallBody, async (c) => {
    const { method } = c.req;
    const body = method === 'GET' || method === 'HEAD' ? null : await c.req.text();
    const request = { path: c.req.path, method, headers: [...c.req.raw.headers], body, client: clientOf(c) };
    const response = await supervisor.request(request);
    if (!response) return c.text('The media server is not running', 503, { 'Retry-After': '1' });
    return new Response(response.body, response);
  });
  return app;
}

/** The embedded media server in a separate process or thread, so that rendering pages does not delay frames. */
export function createApartMedia(options: ApartMediaOptions): ServedMedia {
  const { home, secret, ice, baseUrl = '/media', keys, host, portRange, limits, log, onPublisher } = options;
  const { now = steadyNow } = options;
  const targets = createTargets({ secret, ice, baseUrl, now, agent: 'whep', keys });
  const mount = new URL(baseUrl, 'http://localhost').pathname;
  const supervisor = new Supervisor({
    home,
    now,
    log,
    onPublisher,
    authorize: targets.authorize,
    server: { ice, host, portRange, limits, mount },
  });
  const { mirror } = supervisor;
  return {
    shared: false,
    publishAgent: 'whip',
    startedAt: () => supervisor.startedAt,
    publishTarget: targets.publish,
    playTarget: targets.play,
    room: (name) => mirror.room(name),
    picture: (name, size) => supervisor.picture(name, size),
    viewer: (subject) => mirror.viewer(subject),
    watchers: (room) => mirror.watchers(room),
    drop: (subject) => {
      // Token before session: a player that reconnects at once must be refused.
      targets.revoke(subject);
      supervisor.command({ drop: subject });
    },
    closeRoom: (name) => supervisor.command({ closeRoom: name }),
    close: () => supervisor.close(),
    routes: () => createRoutes(supervisor),
    stats: () => mirror.stats,
  };
}

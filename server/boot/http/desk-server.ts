import type { Server } from 'node:http';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { apiBases } from '#contract/endpoint.ts';
import { splitLocale } from '#contract/locales.ts';
import { isDeskPath } from '#contract/site/page-routes.ts';
import { routes } from '#contract/site/routes.ts';
import type { Binding } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import type { Config } from '#server/config/config.ts';
import type { App } from '#server/http/app.ts';
import { BODY_LIMIT, limitBody } from '#server/http/body.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { lastResort } from '#server/site/last-resort.ts';
import type { Site } from '#server/site/site.ts';
import { bindings } from '../routes.ts';
import { builtFiles } from './built-files.ts';
import {
  answerError,
  createHttpServer,
  type Mount,
  type NodeBindings,
  refuseTrace,
  toApp,
} from './http-server.ts';

interface DeskParts {
  /** The desk's side of the configuration. */
  readonly config: Config;
  readonly app: App;
  readonly site: Site;
  readonly log: Logger;
  /** For moderators who watch a stream. */
  readonly media: { readonly mount: Mount; readonly socketPaths: readonly string[] };
}

const hasPage = (url: string): boolean => isDeskPath(splitLocale(url.split('?', 1)[0] ?? '').path);

/** Pictures and films of performers. */
const pictures = ['/images/', '/videos/'];

/** What pages of the desk load besides their calls. */
const assets = [
  '/_astro/*',
  '/brand/*',
  '/favicon.svg',
  '/favicon.ico',
  '/apple-touch-icon.png',
  // Pictures of the preview of promotions and categories.
  '/promotions/*',
  '/assets/*',
];

/** The desk at an address of its own, which serves nothing else. */
export function createDeskServer({ config, app, site, log, media }: DeskParts): Server {
  const root = new Hono<{ Bindings: NodeBindings }>();
  root.onError(answerError(log));
  root.use(securityHeaders(config), notIndexed, refuseTrace);
  for (const path of [`${apiBases.desk}/*`, ...pictures.map((path) => `${path}*`)])
    root.all(path, toApp(app));
  root.use(limitBody(BODY_LIMIT));
  root.route(media.mount.path, media.mount.routes);
  for (const path of assets) root.use(path, builtFiles());
  root.get('/', (c) => c.redirect(routes.desk, 302));
  root.all('*', (c) => (hasPage(c.req.path) ? site.fetch(c.req.raw, c.env.incoming) : lastResort(404)));
  return createHttpServer(root, site, { config, socketPaths: media.socketPaths, hasPage });
}

const notIndexed: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('x-robots-tag', 'noindex');
};

interface Calls {
  readonly bindings: readonly Binding[];
  readonly rawRoutes: readonly RawRoute[];
}

const isDeskFile = ({ path }: RawRoute): boolean => path.startsWith(`${apiBases.desk}/`);

/** Calls of the site's address if the desk has its own. */
export const withoutDesk = (rawRoutes: readonly RawRoute[]): Calls => ({
  bindings: bindings.filter(({ call }) => call.base !== 'desk'),
  rawRoutes: rawRoutes.filter((route) => !isDeskFile(route)),
});

/** Calls of the desk's address: also the pictures and films on its pages. */
export const onlyDesk = (rawRoutes: readonly RawRoute[]): Calls => ({
  bindings: bindings.filter(({ call }) => call.base === 'desk'),
  rawRoutes: rawRoutes.filter(
    (route) => isDeskFile(route) || pictures.some((path) => route.path.startsWith(path)),
  ),
});

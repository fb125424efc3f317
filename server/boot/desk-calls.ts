import { apiBases } from '#contract/endpoint.ts';
import type { Binding } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import { bindings } from './routes.ts';

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

/** Calls of the desk's address: also the pictures on its pages. */
export const onlyDesk = (rawRoutes: readonly RawRoute[]): Calls => ({
  bindings: bindings.filter(({ call }) => call.base === 'desk'),
  rawRoutes: rawRoutes.filter((route) => isDeskFile(route) || route.path.startsWith('/images/')),
});

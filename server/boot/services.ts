import type { Logger } from 'pino';
import { createDispatch, type Dispatch } from '#server/calls/dispatch.ts';
import { deskSide } from '#server/config/desk.ts';
import { type App, createApp } from '#server/http/app.ts';
import { findOriginal } from '#server/media/images/originals.ts';
import { createImageReader } from '#server/media/images/serve-image.ts';
import { createVariants } from '#server/media/images/variants.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Seller } from '#server/wallet/receipts/sheet.ts';
import { onlyDesk, withoutDesk } from './http/desk-server.ts';
import { bindings, rawRoutes } from './routes.ts';

export interface Services {
  dispatch: Dispatch;
  app: App;
  /** The desk's calls, if it has its own address; `app` has no desk calls then. */
  deskApp: App | null;
  /** Reads a picture by its path (`/images/…`). */
  readImage: (path: string) => Promise<Buffer | null>;
}

export interface ServiceOptions {
  /** Lets a test observe calls. */
  readonly wrap?: ((dispatch: Dispatch) => Dispatch) | undefined;
  /** The brand's placeholder for a performer's picture. */
  readonly fallback?: Buffer;
  /** Named on receipts. */
  readonly seller: Seller;
}

/** All features behind one dispatcher, without a network. */
export function createServices(
  deps: Deps,
  log: Logger,
  { wrap, fallback, seller }: ServiceOptions,
): Services {
  const plain = createDispatch(deps, bindings, log);
  const dispatch = wrap?.(plain) ?? plain;
  const variants = createVariants(deps.config.dataDir, fallback, (ref) => findOriginal(deps, ref));
  const { desk } = deps.config;
  const parts = { dispatch, log, rawRoutes: rawRoutes(variants, seller) };
  const app = createApp({ deps, ...parts, ...(desk ? withoutDesk(parts.rawRoutes) : { bindings }) });
  const deskApp =
    desk &&
    createApp({
      ...parts,
      deps: { ...deps, config: deskSide(deps.config, desk) },
      ...onlyDesk(parts.rawRoutes),
    });
  return { dispatch, app, deskApp, readImage: createImageReader(deps, variants) };
}

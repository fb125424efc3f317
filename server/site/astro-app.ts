import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Feature } from '#contract/site/features.ts';
import type { Seller } from '#server/wallet/receipts/sheet.ts';

/** The built site (src/entry.ts). */
export interface AstroApp {
  /** The Content-Security-Policy of its pages. */
  readonly contentPolicy: string;
  /** Path of the brand's placeholder for a performer's picture. */
  readonly profileImage: string;
  render(request: Request, options: { locals: object; addCookieHeader: boolean }): Promise<Response>;
}

export interface BuiltSite extends AstroApp {
  /** The seller named on receipts. */
  readonly seller: Seller;
  /** Features the brand has switched on. */
  readonly features: Readonly<Record<Feature, boolean>>;
}

/** Throws if the site is not built. */
export async function openAstroApp(folder = 'dist'): Promise<BuiltSite> {
  const entry = pathToFileURL(resolve(folder, 'server/entry.mjs')).href;
  const { app, ...site } = (await import(entry)) as {
    app: Pick<AstroApp, 'render'>;
  } & Omit<BuiltSite, 'render'>;
  return { ...site, render: (request, options) => app.render(request, options) };
}

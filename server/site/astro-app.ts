import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The built site (src/entry.ts). */
export interface AstroApp {
  /** The Content-Security-Policy of its pages. */
  readonly contentPolicy: string;
  render(request: Request, options: { locals: object; addCookieHeader: boolean }): Promise<Response>;
}

/** Throws when the site is not built. */
export async function openAstroApp(folder = 'dist'): Promise<AstroApp> {
  const entry = pathToFileURL(resolve(folder, 'server/entry.mjs')).href;
  const { app, contentPolicy } = (await import(entry)) as {
    app: Pick<AstroApp, 'render'>;
    contentPolicy: string;
  };
  return { contentPolicy, render: (request, options) => app.render(request, options) };
}

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The built site (src/entry.ts): pages as a function. */
export interface AstroApp {
  render(request: Request, options: { locals: object; addCookieHeader: boolean }): Promise<Response>;
}

/** Throws where the site has not been built. */
export async function openAstroApp(folder = 'dist'): Promise<AstroApp> {
  const entry = pathToFileURL(resolve(folder, 'server/entry.mjs')).href;
  const { app } = (await import(entry)) as { app: AstroApp };
  return app;
}

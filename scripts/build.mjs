// @ts-check
// npm run build: builds the site, also when nothing changed.
import { buildSite } from './lib/site-build.mjs';
import { ensureInstalled } from './lib/toolchain.mjs';

await ensureInstalled({ dev: false });
process.exitCode = await buildSite({ force: true });

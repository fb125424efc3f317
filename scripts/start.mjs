// @ts-check
// npm start: install what is locked, build what changed, then exec the product. Runs on plain Node 20.
import { exec } from './lib/exec.mjs';
import { buildSite } from './lib/site-build.mjs';
import { ensureInstalled, node24 } from './lib/toolchain.mjs';

await ensureInstalled({ dev: false });
const code = await buildSite();
if (code !== 0) {
  console.error('The site could not be built: see the lines above.');
  process.exit(code);
}
exec(node24, ['server/main.ts'], { ...process.env, NODE_ENV: 'production' });

// @ts-check
// npm start: installs the locked packages, builds the site if it changed, and execs the product. Runs on plain Node 20.
import { exec } from './lib/exec.mjs';
import { buildSite } from './lib/site-build.mjs';
import { ensureInstalled, node24 } from './lib/toolchain.mjs';

await ensureInstalled({ dev: false });
const code = await buildSite();
if (code !== 0) {
  console.error('The site could not be built: see the lines above.');
  process.exit(code);
}
// Halves the memory at rest (docs/operate/metrics.md): a small nursery for V8, and few arenas for sharp and PGlite.
const memory = { MALLOC_ARENA_MAX: '2' };
exec(node24, ['--max-semi-space-size=8', 'server/main.ts'], {
  ...memory,
  ...process.env,
  NODE_ENV: 'production',
});

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles a script that adds the stage's player to a page; run it before the page's own scripts. */
export async function bundleStagePlayer(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../stage/page-script.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

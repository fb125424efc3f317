import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A script that gives a page the stage's player; to be run before the page's own. */
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

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../architecture/files.ts';

/** Violations of the linter's plugins in these files, by path, as `path:line` of those with this message. */
export function pluginFindings(files: Readonly<Record<string, string>>, message: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'plugin-'));
  try {
    for (const path of ['biome.json', 'scripts/testing'])
      cpSync(join(root, path), join(folder, path), { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const args = ['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none'];
    const biome = join(root, 'node_modules/.bin/biome');
    const { stdout } = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' });
    return [...stdout.matchAll(/title=plugin,file=(.*?),line=(\d+),(.*)/g)]
      .filter(([, , , text]) => text?.includes(message))
      .map(([, file = '', line]) => `${file.slice(file.indexOf(folder) + folder.length + 1)}:${line}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

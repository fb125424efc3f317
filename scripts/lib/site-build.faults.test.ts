import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from '../architecture/files.ts';

it('refuses a build with an editor’s mistake in one sentence', async () => {
  const env = { ...process.env, PROMOTIONS: '/nowhere' };
  const ended = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, ['scripts/build.mjs'], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code, output: stdout + stderr }),
    );
  });
  expect(ended).toEqual({
    code: 1,
    output:
      'Building the site …\nThe promotions folder /nowhere does not exist. Correct PROMOTIONS, or create the folder; it may be empty.\n',
  });
});

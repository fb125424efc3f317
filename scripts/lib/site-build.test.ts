import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from '../architecture/files.ts';

it('a build is refused for what an editor has to mend, in one sentence', async () => {
  const env = { ...process.env, PROMOTIONS: '/nowhere' };
  const ended = await new Promise<{ code: unknown; told: string }>((resolve) => {
    execFile(process.execPath, ['scripts/build.mjs'], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code, told: stdout + stderr }),
    );
  });
  expect(ended).toEqual({
    code: 1,
    told: 'The folder of promotions, /nowhere, does not exist: mend PROMOTIONS or make the folder, which may be empty.\n',
  });
});

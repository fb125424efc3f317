import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

const file = new URL('./exec.mjs', import.meta.url).href;

/** Starts a process that execs `program`; `exec: false` removes the API of newer Node versions. */
function start(program: string, { exec }: { exec: boolean }) {
  const script = `
    ${exec ? '' : 'process.execve = undefined;'}
    const { exec } = await import(${JSON.stringify(file)});
    exec(process.execPath, ['-e', ${JSON.stringify(program)}], process.env);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    output += data;
  });
  return { child, output: () => output };
}

const counting = `
  let times = 0;
  process.on('SIGTERM', () => { times += 1; setTimeout(() => { console.log('told ' + times); process.exit(3); }, 200); });
  setInterval(() => {}, 1000);
  console.log('ready');`;

describe.each([
  ['as one process', { exec: true }],
  ['with a child where Node cannot exec', { exec: false }],
])('replacing the process by another program, %s', (_, options) => {
  it('passes on the exit code and prints nothing itself', async () => {
    const { child, output } = start('console.log("done"); process.exit(7)', options);
    const [code] = await once(child, 'close');
    expect({ code, output: output() }).toEqual({ code: 7, output: 'done\n' });
  });

  it('forwards a signal once and waits for the program’s end', async () => {
    const { child, output } = start(counting, options);
    while (!output().includes('ready')) await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect({ code, output: output() }).toEqual({ code: 3, output: 'ready\ntold 1\n' });
  });
});

// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './toolchain.mjs';

/**
 * Replaces this process by another program. Before Node 22.15 starts a child, forwards each signal once and exits
 * with its code.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function exec(command, args, env) {
  process.chdir(root);
  if (typeof process.execve === 'function') process.execve(command, [command, ...args], env);

  const child = spawn(command, args, { stdio: 'inherit', env });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => {
      // The terminal sends Ctrl+C to the whole foreground group.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)));
}

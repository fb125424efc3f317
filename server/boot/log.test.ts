import { expect, it } from 'vitest';
import { createLog } from '#server/log.ts';

const levels = ['error', 'warn', 'info', 'debug', 'verbose'] as const;

it.each(levels)('the level %s lets itself and what is graver through, and nothing else', (level) => {
  const lines: string[] = [];
  const log = createLog(level, { write: (line) => lines.push(line) });
  log.error('error');
  log.warn('warn');
  log.info('info');
  log.debug('debug');
  log.trace('verbose');
  const logged = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(logged).toEqual(levels.slice(0, levels.indexOf(level) + 1));
});

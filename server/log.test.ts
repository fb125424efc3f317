import { expect, it } from 'vitest';
import { createLog } from './log.ts';

const levels = ['error', 'warn', 'info', 'debug', 'verbose'] as const;

it.each(levels)('P9.16 the level %s logs itself and more severe levels only', (level) => {
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

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  const lines: string[] = [];
  write(createLog('info', { write: (line: string) => void lines.push(line) }));
  return JSON.parse(lines.join(''));
}

it('logs a URL without its query, which may contain a token', () => {
  expect(logged((log) => log.error({ url: '/activate?key=s3cret&p=61' }, 'A page failed'))).toMatchObject({
    url: '/activate',
    msg: 'A page failed',
  });
});

it('logs a failed query without its values and other properties of the error', () => {
  const error = Object.assign(new Error('insert failed\nparams: anna@example.com'), {
    row: 'anna@example.com',
  });
  const line = logged((log) => log.error({ err: error }, 'not stored'));
  expect(JSON.stringify(line)).not.toContain('anna@');
  expect(line).toMatchObject({ err: { message: 'insert failed' } });
});

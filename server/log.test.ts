import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  const lines: string[] = [];
  write(createLog('info', { write: (line: string) => void lines.push(line) }));
  return JSON.parse(lines.join(''));
}

it('logs an address without its query, which may hold a token', () => {
  expect(logged((log) => log.error({ url: '/activate?key=s3cret&p=61' }, 'a page failed'))).toMatchObject({
    url: '/activate',
    msg: 'a page failed',
  });
});

it('logs of a failed query neither its values nor what else the error carries', () => {
  const error = Object.assign(new Error('insert failed\nparams: anna@example.com'), {
    row: 'anna@example.com',
  });
  const line = logged((log) => log.error({ err: error }, 'not stored'));
  expect(JSON.stringify(line)).not.toContain('anna@');
  expect(line).toMatchObject({ err: { message: 'insert failed' } });
});

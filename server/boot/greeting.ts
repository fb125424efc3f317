import { existsSync } from 'node:fs';
import { brandIdentity } from '#contract/brand.ts';
import type { Config } from '#server/config/config.ts';

export function greetingOf(config: Config, port: number): string {
  const host = ['127.0.0.1', '0.0.0.0'].includes(config.host) ? 'localhost' : config.host;
  const url = `http://${host}:${port}`;
  if (config.mode === 'production') return `${brandIdentity.name} answers on ${url}\n`;
  return [
    '',
    `  ${brandIdentity.name} is ready on ${url}`,
    '',
    '  Member          demo@example.com / Demo1234   5000 credits',
    '  New member      new@example.com / Demo1234    not verified yet',
    `  Mail            ${url}/dev/outbox`,
    ...(config.desk ? [`  Desk            ${config.desk.url}`] : []),
    '',
    '  Stop with Ctrl+C',
    '',
    '',
  ].join('\n');
}

/** Whether the demo creates its embedded database, which takes seconds. */
export const isFirstStart = ({ mode, ownsFolder, databaseUrl }: Config): boolean =>
  mode === 'demo' && ownsFolder && !existsSync(databaseUrl);

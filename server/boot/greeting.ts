import type { Config } from '#server/config/config.ts';

/** What the terminal says once the product answers. */
export function greetingOf(config: Config, port: number): string {
  const host = ['127.0.0.1', '0.0.0.0'].includes(config.host) ? 'localhost' : config.host;
  const address = `http://${host}:${port}`;
  if (config.mode === 'production') return `Vonk answers on ${address}\n`;
  return [
    '',
    `  Vonk is ready on ${address}`,
    '',
    '  Member          demo@example.com / Demo1234   5000 credits',
    '  New member      new@example.com / Demo1234    not verified yet',
    `  Mail            ${address}/dev/outbox`,
    '',
    '  Stop with Ctrl+C',
    '',
    '',
  ].join('\n');
}

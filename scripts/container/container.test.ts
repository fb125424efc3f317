import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '#server/config/config.ts';
import { root } from '../architecture/files.ts';
import { variableNames } from '../docs/generated.ts';
import { copiesOf, envFile, environmentOf, instructionsOf, interpolate } from './dockerfile.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = instructionsOf(read('Dockerfile'));
const composeText = read('compose.yaml');
const example = envFile(read('.env.example'));
/** Variables in the container files besides the product's settings. */
const others = ['POSTGRES_PASSWORD', 'SITE_URL', 'NODE_ENV', 'PATH', 'MALLOC_ARENA_MAX'];

const healthcheck = z.object({ test: z.array(z.string()) });
const service = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.literal('service_healthy') })).default({}),
  healthcheck: healthcheck.optional(),
  stop_grace_period: z.string().optional(),
});
const compose = z.object({
  services: z.object({ product: service, postgres: service, redis: service }),
  volumes: z.record(z.string(), z.null()),
});
const composed = (values: Record<string, string>) =>
  compose.parse(parse(interpolate(composeText.replaceAll(/^\s*#.*\n/gm, ''), values)));

/** The process's environment: the image's, then .env, then that of compose. */
function environmentWith(values: Record<string, string>): Record<string, string> {
  const env = { ...example, POSTGRES_PASSWORD: '4f1c7a92be083d65', ...values };
  return { ...environmentOf(dockerfile), ...env, ...composed(env).services.product.environment };
}

const production = {
  MODE: 'production',
  PUBLIC_URL: 'https://vonk.example',
  SECRET: 'a secret of forty characters, more or less',
  API_KEY: 'a-key-of-its-own',
  METRICS_TOKEN: 'metrics-token',
  SMTP_URL: 'smtp://mail.example',
  MAIL_REPLY_TO: 'support@vonk.example',
  PAYMENTS: 'paynl',
  PAYNL_SERVICE_ID: 'SL-1234-5678',
  PAYNL_SECRET: 'forty characters of a secret, more or less',
  MEDIA_HOST: '203.0.113.7',
};

describe('the image', () => {
  it('copies only existing files that .dockerignore does not exclude', () => {
    const allowed = read('.dockerignore').match(/(?<=^!).+$/gm) ?? [];
    const sources = copiesOf(dockerfile).flatMap(({ stage, sources }) => (stage ? [] : sources));
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(new Set(sources.map((path) => path.split('/')[0]))).toEqual(new Set(allowed));
  });

  it('copies the package.json of each package before npm ci, and the packages linked in node_modules', () => {
    const install = dockerfile.findIndex(({ name, text }) => name === 'RUN' && text.startsWith('npm ci'));
    const before = copiesOf(dockerfile.slice(0, install)).flatMap(({ sources }) => sources);
    expect(before).toEqual(expect.arrayContaining(globSync('packages/*/package.json', { cwd: root })));
    const last = dockerfile.findLastIndex(({ name }) => name === 'FROM');
    expect(copiesOf(dockerfile.slice(last)).flatMap(({ sources }) => sources)).toContain('packages');
  });

  it('runs Node directly, so that it receives SIGTERM, and checks its readiness', () => {
    const words = (name: string) =>
      JSON.parse(dockerfile.find((one) => one.name === name)?.text.replace(/^.*?CMD (?=\[)/, '') ?? '[]');
    expect(words('CMD')).toEqual(['node', '--max-semi-space-size=8', 'server/main.ts']);
    expect(words('HEALTHCHECK').slice(0, 2)).toEqual(['node', '-e']);
    expect(words('HEALTHCHECK')[2]).toContain('/readyz');
    expect(dockerfile.findIndex(({ name }) => name === 'USER')).toBeLessThan(
      dockerfile.findIndex(({ name }) => name === 'CMD'),
    );
  });

  it('exposes the ports it listens on', () => {
    const { PORT, MEDIA_PORTS } = environmentOf(dockerfile);
    expect(dockerfile.find(({ name }) => name === 'EXPOSE')?.text).toBe(`${PORT}/tcp ${MEDIA_PORTS}/udp`);
  });
});

describe('compose.yaml', () => {
  it('and the other container files name only existing settings', () => {
    const interpolated = [...composeText.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    const settings = Object.keys({ ...environmentOf(dockerfile), ...environmentWith({}) });
    const unknown = [...interpolated, ...settings].filter(
      (name) => ![...variableNames, ...others].includes(name),
    );
    expect(unknown).toEqual([]);
  });

  it('sets what the product needs, in the demo and in production', () => {
    const inDemo = readConfig(environmentWith({}));
    expect(inDemo).toMatchObject({ mode: 'demo', host: '0.0.0.0', dataDir: '/data' });
    expect(inDemo.databaseUrl).toBe('postgres://vonk:4f1c7a92be083d65@postgres:5432/vonk');
    expect(readConfig(environmentWith(production))).toMatchObject({
      mode: 'production',
      redisUrl: 'redis://redis:6379',
      media: { host: '203.0.113.7', ports: [40_000, 40_199] },
    });
  });

  it('contains no password, and .env.example has a line for each setting production requires', () => {
    expect(() => composed(example)).toThrow('POSTGRES_PASSWORD');
    expect(Object.keys(production).filter((name) => !(name in example))).toEqual([]);
    for (const name of Object.keys(production).filter((one) => one !== 'MODE'))
      expect(() => readConfig(environmentWith({ ...production, [name]: '' })), name).toThrow(name);
  });

  it('waits for healthy services, keeps its volumes, and leaves time for a drain', () => {
    const { services, volumes } = composed({ POSTGRES_PASSWORD: '4f1c7a92be083d65' });
    for (const name of Object.keys(services.product.depends_on))
      expect(services[name as keyof typeof services].healthcheck, name).toBeDefined();
    const named = Object.values(services).flatMap((one) => one.volumes.map((volume) => volume.split(':')[0]));
    expect(Object.keys(volumes)).toEqual(named);
    expect(services.product.stop_grace_period).toBe('30s');
  });

  it('publishes the media ports that are announced to viewers', () => {
    const { ports } = composed({ POSTGRES_PASSWORD: '4f1c7a92be083d65', MEDIA_PORTS: '50000-50999' }).services
      .product;
    expect(ports).toEqual(['127.0.0.1:4321:4321', '50000-50999:50000-50999/udp']);
  });
});

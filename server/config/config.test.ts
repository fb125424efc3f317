import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { features as allFeatures, type Feature } from '#contract/site/features.ts';
import { ConfigError, readConfig, withFeatures } from './config.ts';
import { environmentSchema } from './environment.ts';
import { mmdbOf, productionEnvironment } from './testing.ts';

const messageOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    return error instanceof ConfigError ? error.message : `not a ConfigError: ${error}`;
  }
};

it('starts the demo from an empty environment, on loopback with an embedded database', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    mode: 'demo',
    host: '127.0.0.1',
    port: 4321,
    databaseUrl: './data/db',
    ownsFolder: true,
  });
});

it('runs the media server in a thread of the product by default', () => {
  expect(readConfig({}).media.process).toBe('thread');
  expect(readConfig({ MEDIA_PROCESS: 'own' }).media.process).toBe('own');
  expect(messageOf({ MEDIA_PROCESS: 'elsewhere' })).toContain('MEDIA_PROCESS');
});

it('treats an empty variable as missing', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(4321);
});

it.each(['error', 'WARN', 'Info', 'debug', 'VERBOSE'])('P9.16 accepts the level %s in any case', (level) => {
  expect(readConfig({ LOG_LEVEL: level, BROWSER_LOG_LEVEL: level })).toMatchObject({
    logLevel: level.toLowerCase(),
    browserLogLevel: level.toUpperCase(),
  });
  const message = messageOf({ BROWSER_LOG_LEVEL: 'loud', LOG_LEVEL: 'loud' });
  for (const name of ['  LOG_LEVEL', '  BROWSER_LOG_LEVEL']) expect(message).toContain(name);
});

it('names every wrong variable', () => {
  const message = messageOf({ PORT: 'many', MODE: 'test' });
  expect(message).toContain('PORT');
  expect(message).toContain('MODE');
});

it('starts production if everything is set, without the cast and with secure cookies', () => {
  expect(readConfig(productionEnvironment)).toMatchObject({
    mode: 'production',
    demoCast: false,
    secureCookies: true,
  });
});

it.each([
  'SECRET',
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_REPLY_TO',
  'PAYMENTS',
  'MEDIA_HOST',
  'METRICS_TOKEN',
  'API_KEY',
])('refuses production without %s and names it', (name) => {
  expect(messageOf({ ...productionEnvironment, [name]: '' })).toContain(name);
});

it.each([
  ['one character repeated', 'a'.repeat(48)],
  ['a word repeated', 'secret-'.repeat(8)],
  ['few characters by turns', 'abab'.repeat(12)],
  ['the alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['digits alone, too few', '73105528046193320856174093826415'],
  ['a short word and a filling', `Hx7q${'0'.repeat(40)}`],
])('refuses production with a secret that is %s, and suggests one', (_, SECRET) => {
  expect(messageOf({ ...productionEnvironment, SECRET })).toMatch(
    /^ {2}SECRET: a random secret.*\b[\da-f]{48}\b/m,
  );
  const ice = { ICE_SERVERS: '[{"urls":"turn:turn.example"}]', TURN_SECRET: SECRET };
  expect(messageOf({ ...productionEnvironment, ...ice })).toContain('  TURN_SECRET: a random secret');
  expect(messageOf({ SECRET })).toBe('');
});

it('accepts random secrets in hexadecimal or Base64', () => {
  for (const format of ['hex', 'base64', 'base64url'] as const)
    for (let count = 0; count < 50; count += 1)
      expect(messageOf({ ...productionEnvironment, SECRET: randomBytes(24).toString(format) })).toBe('');
});

it.each([
  ['METRICS_TOKEN', '  '],
  ['RATE_LIMITS', 'false'],
  ['SOCKET_EVENTS', '0'],
  ['SOCKETS_PER_IP', '0'],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', '10.0.0.1, ::/0'],
  ['TRUSTED_PROXIES', '0.0.0.0/1,128.0.0.0/1'],
  ['TRUSTED_PROXIES', '::ffff:0:0/96'],
  ['TRUSTED_PROXIES', '::ffff:0:0/90'],
  ['TRUSTED_PROXIES', '::/64'],
  ['TRUSTED_PROXIES', '0:0:0:0:0:ffff:10.0.0.0/100'],
  ['TRUSTED_PROXIES', Array.from({ length: 256 }, (_, net) => `${net}.0.0.0/8`).join()],
  ['DESK_LIMITS', 'refund:100001:250000'],
  ['DESK_LIMITS', 'goodwill:2500:250001'],
  ['METRICS_TOKEN', 'x'],
  ['METRICS_TOKEN', 'a'.repeat(40)],
  ['S3_SECRET_ACCESS_KEY', 'x'],
  ['PAYNL_TEST', 'true'],
])('refuses production with %s=%j, but not the demo', (name, value) => {
  expect(messageOf({ ...productionEnvironment, [name]: value })).toContain(`\n  ${name}: `);
  expect(messageOf({ [name]: value })).toBe('');
});

it.each([
  '*',
  'localhost',
  '256.1.1.1',
  '10.0.0.0/33',
  '10.0.0.0/8.5',
  '1.2.3.4/-1',
  '::/129',
  '10.0.0.1 10.0.0.2',
])('refuses the trusted proxy %s, which is neither an IP nor a range', (TRUSTED_PROXIES) => {
  for (const environment of [{}, productionEnvironment])
    expect(messageOf({ ...environment, TRUSTED_PROXIES })).toContain('\n  TRUSTED_PROXIES: ');
});

it('refuses production with a weak secret of any part', () => {
  const names = Object.keys(environmentSchema.shape).filter(
    (name) => /SECRET|TOKEN|PRIVATE|_ADMIN_KEY/.test(name) && name !== 'SECRET_BEFORE',
  );
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) {
    expect(messageOf({ ...productionEnvironment, [name]: 'x' }), name).toEqual(
      expect.stringContaining(`  ${name}: `),
    );
  }
});

it.each([
  [{ GEO_BLOCK: 'SE,US' }, ''],
  [{}, ''],
  [{ GEO_BLOCK: 'SE,US-ZZ', TRUSTED_PROXIES: '10.0.0.1' }, 'US-ZZ is no country, and no region'],
  [{ GEO_BLOCK: 'QQ' }, 'QQ is no country, and no region'],
  [{ GEO_BLOCK: 'GB-LND' }, 'GB-LND is no country, and no region of the first level'],
  [{ GEO_BLOCK: 'SE,US-TX' }, 'US-TX is a region, and the database knows countries only. Block US,'],
  [{ GEO_BLOCK: 'SE,US-TX', TRUSTED_PROXIES: '10.0.0.1' }, 'US-TX is a region'],
  [{ GEO_BLOCK: 'SE,US-TX', TRUSTED_PROXIES: '10.0.0.1', GEO_REGION_HEADER: 'cf-region-code' }, ''],
])('with %j the block list is refused: %j', (environment, message) => {
  const found = messageOf(environment as Record<string, string>);
  expect(found === '' ? '' : found.slice(found.indexOf('GEO_BLOCK: ') + 11)).toMatch(
    new RegExp(`^${message}`),
  );
  expect(found === '').toBe(message === '');
});

it.each([
  ['DATABASE_URL', (password: string) => `postgres://vonk:${password}@db:5432/vonk`],
  ['DATABASE_URL', (password: string) => `postgresql://vonk@db/vonk?sslmode=require&password=${password}`],
  ['DATABASE_URL', (password: string) => `postgres://vonk:${password}@/vonk?host=/run/postgresql`],
  ['REDIS_URL', (password: string) => `redis://:${password}@redis:6379`],
  ['REDIS_URL', (password: string) => `rediss://vonk:${password}@redis:6379/1`],
  ['SMTP_URL', (password: string) => `smtps://mail%40vonk.example:${password}@mail.example`],
  ['PAYNL_URL', (password: string) => `https://vonk:${password}@pay.example/v1`],
  [
    'ICE_SERVERS',
    (credential: string) => JSON.stringify([{ urls: 'turn:turn.example', username: 'vonk', credential }]),
  ],
] as const)('refuses production with a weak password in %s', (name, urlWith) => {
  for (const password of ['x', 'a'.repeat(40)]) {
    expect(messageOf({ ...productionEnvironment, [name]: urlWith(password) })).toContain(
      `\n  ${name}: a random password, without repeated characters`,
    );
    expect(messageOf({ [name]: urlWith(password) })).toBe('');
  }
  const strong = randomBytes(24).toString('hex');
  expect(messageOf({ ...productionEnvironment, [name]: urlWith(strong) })).toBe('');
});

it.each([
  ['DATABASE_URL', 'postgres://vonk@db/vonk'],
  ['DATABASE_URL', 'postgres://vonk:@db/vonk'],
  ['DATABASE_URL', 'postgres://postgres@localhost:5432/vonk?host=/var/run/postgresql'],
  ['REDIS_URL', 'redis://redis:6379'],
  ['SMTP_URL', 'smtp://mail:25'],
])('accepts %s=%s, which has no password', (name, value) => {
  expect(messageOf({ ...productionEnvironment, [name]: value })).toBe('');
});

describe('a database of locations', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vonk-geo-'));
    return () => rm(folder, { recursive: true });
  });
  const blocking = async (content: Buffer): Promise<string> => {
    const GEO_DATABASE = join(folder, 'mine.mmdb');
    await writeFile(GEO_DATABASE, content);
    return messageOf({ GEO_BLOCK: 'SE,US-TX', GEO_DATABASE });
  };
  const us = { iso_code: 'US' };
  const nl = { country: { iso_code: 'NL' } };

  it('knows regions if it has codes of them, whatever it calls itself', async () => {
    const texas = { country: us, subdivisions: [{ iso_code: 'TX' }] };
    expect(await blocking(mmdbOf('GeoLite2-City', nl, texas))).toBe('');
    expect(await blocking(mmdbOf('Own', nl, texas))).toBe('');
  });

  it.each([
    ['countries', { country: us }],
    ['countries in a short form', { country_code: 'US' }],
    ['names of regions without codes', { country: us, subdivisions: [{ names: { en: 'Texas' } }] }],
    [
      'regions of the second level only',
      { country: { iso_code: 'GB' }, subdivisions: [{ iso_code: 'LND' }] },
    ],
  ])('knows none if it has %s', async (_, record) => {
    for (const type of ['GeoLite2-Country', 'GeoLite2-City'])
      expect(await blocking(mmdbOf(type, nl, record))).toContain('US-TX is a region, and the database');
  });

  it('is refused if it cannot be read', async () => {
    expect(messageOf({ GEO_DATABASE: join(folder, 'missing.mmdb') })).toContain('  GEO_DATABASE: ');
    expect(await blocking(Buffer.from('no database'))).toContain('  GEO_DATABASE: ');
  });
});

it('accepts a weak secret before, which is being replaced', () => {
  expect(messageOf({ ...productionEnvironment, SECRET_BEFORE: 'x' })).toBe('');
});

it('refuses production on the embedded database, unless that is allowed', () => {
  const embedded = { ...productionEnvironment, ALLOW_EMBEDDED: '' };
  expect(messageOf(embedded)).toContain('  DATABASE_URL: a PostgreSQL database');
  expect(messageOf({ ...embedded, DATABASE_URL: 'postgres://vonk@localhost/vonk' })).toBe('');
  expect(messageOf(productionEnvironment)).toBe('');
});

it('accepts proxies of one organization in production', () => {
  const TRUSTED_PROXIES = '127.0.0.1,10.0.0.0/8, fd00::/16,2001:db8::/32';
  expect(messageOf({ ...productionEnvironment, TRUSTED_PROXIES })).toBe('');
});

it('offers payment by phone in the demo only, unless there is a provider', () => {
  expect(readConfig({}).ivr).toBe('sandbox');
  expect(readConfig({ IVR: 'off' }).ivr).toBe('off');
  expect(readConfig(productionEnvironment).ivr).toBe('off');
  expect(messageOf({ ...productionEnvironment, IVR: 'sandbox' })).toContain('  IVR: ');
});

it('L9.5 reads the tariff of a call, and refuses a value that is not a number', () => {
  const tariff = { centsPerMinute: 80, promo: { minutes: 30, cents: 299 } };
  expect(readConfig({}).phone).toEqual({ number: '0906 - 0061', tariff });
  const own = { PHONE_NUMBER: '0906-1', PHONE_CENTS_PER_MINUTE: '90', PHONE_PROMO: 'off' };
  expect(readConfig(own).phone.tariff).toEqual({ centsPerMinute: 90, promo: null });
  for (const wrong of [{ PHONE_NUMBER: 'call us' }, { PHONE_PROMO: '30' }, { PHONE_CENTS_PER_MINUTE: '0' }])
    expect(messageOf(wrong)).toContain(Object.keys(wrong)[0]);
});

it('has no phone if the brand has switched it off', () => {
  const config = readConfig({});
  const features = Object.fromEntries(allFeatures.map((name) => [name, true])) as Record<Feature, boolean>;
  expect(withFeatures(config, features).ivr).toBe('sandbox');
  expect(withFeatures(config, { ...features, phone: false }).ivr).toBe('off');
});

it('refuses production with a paid minute of another length', () => {
  expect(messageOf({ ...productionEnvironment, CHAT_MINUTE_SECONDS: '10' })).toContain('CHAT_MINUTE_SECONDS');
});

it('refuses production on a URL without TLS', () => {
  expect(messageOf({ ...productionEnvironment, PUBLIC_URL: 'http://vonk.example' })).toContain('PUBLIC_URL');
});

it('stores files in the data folder, or in a bucket with its keys', () => {
  expect(readConfig({}).storage).toEqual({ kind: 'folder' });
  expect(messageOf({ STORAGE: 's3' })).toContain('STORAGE=s3 needs S3_BUCKET, S3_ACCESS_KEY_ID');
  expect(messageOf({ STORAGE: 'ftp' })).toContain('  STORAGE');
  const keys = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(readConfig({ STORAGE: 's3', ...keys }).storage).toEqual({
    kind: 's3',
    endpoint: null,
    region: 'us-east-1',
    bucket: 'files',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    pathStyle: false,
  });
  const own = { S3_ENDPOINT: 'https://s3.example', S3_REGION: 'nl', S3_PATH_STYLE: 'true' };
  expect(readConfig({ STORAGE: 's3', ...keys, ...own }).storage).toMatchObject({
    endpoint: 'https://s3.example',
    region: 'nl',
    pathStyle: true,
  });
});

it('refuses Janus without its three secrets, and needs no MEDIA_HOST with them', () => {
  const secrets = ['JANUS_SECRET', 'JANUS_ADMIN_SECRET', 'JANUS_ADMIN_KEY'];
  const all = Object.fromEntries(secrets.map((name) => [name, `the ${name} of a test`]));
  for (const name of secrets) expect(messageOf({ MEDIA: 'janus', ...all, [name]: '' })).toContain(name);
  expect(readConfig({ MEDIA: 'janus', ...all }).media.janus).toMatchObject({
    url: 'http://127.0.0.1:8088/janus',
    adminUrl: 'http://127.0.0.1:7088/admin',
    forwardHost: '127.0.0.1',
  });
  const production = { ...productionEnvironment, MEDIA_HOST: '' };
  expect(messageOf(production)).toContain('MEDIA_HOST');
  expect(messageOf({ ...production, MEDIA: 'janus', ...all })).toBe('');
  expect(messageOf({ MEDIA: 'somewhere' })).toContain('MEDIA');
});

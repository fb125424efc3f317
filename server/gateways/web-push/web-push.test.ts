import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { productionEnvironment } from '#server/config/testing.ts';
import { openWebPush } from '../open-gateways.ts';
import { trustPlayed } from '../payments/played/https-server.ts';
import { type PlayedService, startService } from './played-service.ts';
import { createWebPush, keptKeys } from './web-push.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vonk-push-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const message = { text: '{"title":"Vonk – één"}', ttl: 600, topic: 'messages' };

describe('sending to a browser', () => {
  let service: PlayedService;
  let distrust: () => void;
  beforeAll(() => {
    distrust = trustPlayed();
  });
  afterAll(() => distrust());
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  const gatewayTo = async (services = [service.host]) =>
    createWebPush({ keys: await keptKeys(folder), subject: 'mailto:desk@vonk.example', services });

  it('encrypts for that browser only, with TTL, topic and sender', async () => {
    const gateway = await gatewayTo();
    const browser = service.browserAt('/send/abc');
    expect(gateway.accepts(browser.subscription)).toBe(true);
    expect(await gateway.send(browser.subscription, message)).toBe('taken');
    const [posted] = service.posted;
    if (!posted) throw new Error('No request arrived');
    expect(posted).toMatchObject({
      path: '/send/abc',
      headers: { ttl: '600', topic: 'messages', 'content-encoding': 'aes128gcm' },
    });
    expect(posted.body.toString('latin1')).not.toContain('Vonk');
    expect(browser.read(posted.body)).toBe(message.text);
    expect(() => service.browserAt('/send/other').read(posted.body)).toThrow();
  });

  it('signs with the key the browser subscribed with', async () => {
    const gateway = await gatewayTo();
    await gateway.send(service.browserAt('/send/abc').subscription, message);
    const [, token = '', key = ''] =
      /^vapid t=([^,]+), k=(.+)$/.exec(service.posted[0]?.headers.authorization ?? '') ?? [];
    expect(key).toBe(gateway.publicKey);
    const point = Buffer.from(key, 'base64url');
    const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) };
    const verified = await jwtVerify(token, await importJWK(jwk, 'ES256'));
    expect(verified.payload).toMatchObject({
      aud: `https://${service.host}`,
      sub: 'mailto:desk@vonk.example',
    });
  });

  it.each([404, 410])('reports a browser as gone if the service answers %i', async (status) => {
    service.status = status;
    expect(await (await gatewayTo()).send(service.browserAt('/x').subscription, message)).toBe('gone');
  });

  it.each([302, 403, 429, 500])(
    'throws if the service answers %i, and follows no redirect',
    async (status) => {
      service.status = status;
      const sending = (await gatewayTo()).send(service.browserAt('/secret').subscription, message);
      await expect(sending).rejects.toThrow(`${service.host} answered ${status}`);
      await expect(sending).rejects.not.toThrow('secret');
      expect(service.posted).toHaveLength(1);
    },
  );

  it('sends nothing to a service the operator no longer trusts', async () => {
    const gateway = await gatewayTo(['push.example']);
    expect(await gateway.send(service.browserAt('/x').subscription, message)).toBe('gone');
    expect(service.posted).toEqual([]);
  });
});

describe('the check of a browser', () => {
  const at = async (endpoint: string, key?: string) => {
    const keys = await keptKeys(folder);
    const gateway = createWebPush({ keys, subject: 'mailto:a@b.example', services: ['push.example'] });
    return gateway.accepts({ endpoint, keys: { p256dh: key ?? keys.publicKey, auth: 'a'.repeat(22) } });
  };
  it('accepts a browser of a trusted push service', async () => {
    expect(await at('https://push.example/send/1')).toBe(true);
    expect(await at('https://eu.push.example/send/1')).toBe(true);
  });
  it.each([
    'https://127.0.0.1/send',
    'https://[::1]/send',
    'https://169.254.169.254/latest',
    'https://localhost/send',
    'https://push.example.evil.example/send',
    'https://evilpush.example/send',
    'https://push.example:8443/send',
    'https://push.example@127.0.0.1/send',
    'https://someone@push.example/send',
    'http://push.example/send',
  ])('refuses a browser at %s', async (endpoint) => {
    expect(await at(endpoint)).toBe(false);
  });
  it('requires a key that can be encrypted to', async () => {
    expect(await at('https://push.example/send/1', `B${'_'.repeat(86)}`)).toBe(false);
  });
});

describe('the keys', () => {
  it('are created once in the demo, readable by their user only', async () => {
    const config = readConfig({ DATA_DIR: join(folder, 'data') });
    const [first, second] = [await openWebPush(config), await openWebPush(config)];
    expect(first?.publicKey).toMatch(/^B[\w-]{86}$/);
    expect(second?.publicKey).toBe(first?.publicKey);
    expect((await stat(join(folder, 'data', 'web-push-keys.json'))).mode & 0o077).toBe(0);
  });
  it('stop the start if they are broken, instead of losing every browser', async () => {
    await writeFile(join(folder, 'web-push-keys.json'), '{}');
    await expect(openWebPush(readConfig({ DATA_DIR: folder }))).rejects.toThrow('publicKey');
  });
  it('are the operator’s in production; without them there are no notices', async () => {
    const own = await keptKeys(folder);
    const environment = { ...productionEnvironment, DATA_DIR: join(folder, 'none') };
    expect(await openWebPush(readConfig(environment))).toBeNull();
    const withKeys = { ...environment, VAPID_PUBLIC_KEY: own.publicKey, VAPID_PRIVATE_KEY: own.privateKey };
    expect((await openWebPush(readConfig(withKeys)))?.publicKey).toBe(own.publicKey);
  });
});

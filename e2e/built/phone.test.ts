import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import { openDialIn, readDialIn } from '#contract/wallet/dial-in-calls.ts';
import { createOwnProduct, type OwnProduct } from '../support/product.ts';

const sites = [
  { prefix: '', pay: 'Betaal per telefoon' },
  { prefix: '/en', pay: 'Pay by phone' },
] as const;

describe.each([
  { ivr: 'off', isOn: false },
  { ivr: 'sandbox', isOn: true },
])('paying by phone with IVR=$ivr', ({ ivr, isOn }) => {
  let product: OwnProduct;
  beforeAll(async () => {
    product = await createOwnProduct({ environment: { DEMO_CAST: 'false', IVR: ivr } });
    await product.start();
  }, 60_000);
  afterAll(async () => {
    await product.end('SIGTERM');
    await product.remove();
  });

  it.each(sites)(`is ${isOn ? '' : 'not '}offered on a stream page ($prefix)`, async ({ prefix, pay }) => {
    const html = await (await fetch(`${product.url}${prefix}/stream/Sofie`)).text();
    expect(html).toContain('Sofie');
    expect(html.includes(pay)).toBe(isOn);
  });

  it(`can ${isOn ? '' : 'not '}be asked for`, async () => {
    const headers = { 'api-key': 'vonk-web', origin: product.url, 'content-type': 'application/json' };
    const status = isOn ? 200 : 404;
    expect((await fetch(product.url + pathOf(readDialIn), { headers })).status).toBe(status);
    const opened = await fetch(product.url + pathOf(openDialIn), { method: 'POST', headers, body: '{}' });
    expect(opened.status).toBe(status);
  });

  it(`has ${isOn ? 'a' : 'no'} telephone to try it with`, async () => {
    expect((await fetch(`${product.url}/dev/phone`)).status).toBe(isOn ? 200 : 404);
  });
});

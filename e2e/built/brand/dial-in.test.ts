import { describe, expect, it } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import { openDialIn, readDialIn } from '#contract/wallet/dial-in-calls.ts';
import { configured, origin } from '../../support/visitor.ts';

const sites = [
  { prefix: '', pay: 'Betaal per telefoon' },
  { prefix: '/en', pay: 'Pay by phone' },
] as const;

describe.each([
  { ivr: 'off', at: configured, isOn: false },
  { ivr: 'sandbox', at: origin, isOn: true },
])('paying by phone with IVR=$ivr', ({ at, isOn }) => {
  it.each(sites)(`is ${isOn ? '' : 'not '}offered on a stream page ($prefix)`, async ({ prefix, pay }) => {
    const html = await (await fetch(`${at}${prefix}/stream/Sofie`)).text();
    expect(html).toContain('Sofie');
    expect(html.includes(pay)).toBe(isOn);
  });

  it(`can ${isOn ? '' : 'not '}be requested`, async () => {
    const headers = { 'api-key': 'vonk-web', origin: at, 'content-type': 'application/json' };
    const status = isOn ? 200 : 404;
    expect((await fetch(at + pathOf(readDialIn), { headers })).status).toBe(status);
    const opened = await fetch(at + pathOf(openDialIn), { method: 'POST', headers, body: '{}' });
    expect(opened.status).toBe(status);
  });

  it(`has ${isOn ? 'a' : 'no'} demo telephone`, async () => {
    expect((await fetch(`${at}/dev/phone`)).status).toBe(isOn ? 200 : 404);
  });
});

import { expect, it } from 'vitest';
import type { Factor } from '#contract/studio/account/factor-calls.ts';
import { overHttp } from '../../testing/transport.ts';
import { savePrices } from './posted-prices.ts';

const posted = (fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

/** Without a second factor. */
const none: Factor = { app: null, passkeys: 0, recoveryCodes: 0, isRequired: false, provedUntil: null };
const withApp: Factor = { ...none, app: '2026-11-20T12:00:00Z', recoveryCodes: 10 };

const chosen = { chat: '90', vip: '300', version: 'seen' };
const answering = (body: unknown, status = 200) => ({
  locale: 'en' as const,
  transport: overHttp(async () => Response.json(body, { status })),
});

it('sends the prices with the version that the page was loaded with', async () => {
  const bodies: unknown[] = [];
  const transport = overHttp(async (request) => {
    bodies.push(await request.json());
    return Response.json({ prices: { chat: 90, vip: 300, unitSeconds: 60 }, version: 'next' });
  });
  expect(await savePrices(posted(chosen), none, { transport, locale: 'en' })).toMatchObject({ saved: true });
  expect(bodies).toEqual([{ chat: 90, vip: 300, version: 'seen' }]);
});

it.each([
  ['badRequest.form.changed', { isConflict: true }],
  ['badRequest.price.paid', { isConflict: false, message: 'studio.prices.paid' }],
  ['badRequest.price.range', { isConflict: false, message: 'studio.prices.range' }],
  ['badRequest.tooMany', { isConflict: false, message: 'member.tooMany' }],
])('keeps what was chosen after %s', async (label, expected) => {
  const result = await savePrices(posted(chosen), none, answering({ label }, 400));
  expect(result).toEqual({ saved: false, chosen: { chat: 90, vip: 300 }, ...expected });
});

it('refuses a form without prices', async () => {
  const result = await savePrices(posted({ act: 'prices' }), none, answering({}));
  expect(result).toMatchObject({ saved: false, chosen: null, message: 'studio.prices.range' });
});

it('proves the second factor first, and then saves what was chosen', async () => {
  const sent: string[] = [];
  const transport = overHttp(async (request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`);
    if (request.method === 'PUT')
      return Response.json({ prices: { chat: 90, vip: 300, unitSeconds: 60 }, version: 'next' });
    return Response.json({ provedUntil: '2026-11-20T12:15:00Z' });
  });
  const form = posted({ ...chosen, proof: '123456' });
  expect(await savePrices(form, withApp, { transport, locale: 'en' })).toMatchObject({ saved: true });
  expect(sent).toEqual([expect.stringMatching(/^POST .*factor/), expect.stringMatching(/^PUT .*prices$/)]);
});

it.each([
  ['', 'badRequest.code.invalid', 'studio.factor.unproved'],
  ['12', 'badRequest.code.invalid', 'studio.factor.shape'],
  ['123456', 'badRequest.code.invalid', 'studio.factor.wrong'],
  ['123456', 'badRequest.factor.required', 'studio.factor.unproved'],
])('keeps what was chosen after the proof %j (%s)', async (proof, label, message) => {
  const result = await savePrices(posted({ ...chosen, proof }), withApp, answering({ label }, 400));
  expect(result).toEqual({ saved: false, chosen: { chat: 90, vip: 300 }, isConflict: false, proof: message });
});

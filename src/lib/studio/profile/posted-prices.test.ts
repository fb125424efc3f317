import { expect, it } from 'vitest';
import { overHttp } from '../../testing/transport.ts';
import { savePrices } from './posted-prices.ts';

const posted = (fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

const chosen = { chat: '90', vip: '300', version: '2' };
const answering = (body: unknown, status = 200) => ({
  locale: 'en' as const,
  transport: overHttp(async () => Response.json(body, { status })),
});

it('sends the prices with the version that the page was loaded with', async () => {
  const bodies: unknown[] = [];
  const transport = overHttp(async (request) => {
    bodies.push(await request.json());
    return Response.json({ prices: { chat: 90, vip: 300, unitSeconds: 60 }, version: 3 });
  });
  expect(await savePrices(posted(chosen), { transport, locale: 'en' })).toMatchObject({ saved: true });
  expect(bodies).toEqual([{ chat: 90, vip: 300, version: 2 }]);
});

it.each([
  ['badRequest.price.changed', { isConflict: true }],
  ['badRequest.price.paid', { isConflict: false, message: 'studio.prices.paid' }],
  ['badRequest.price.range', { isConflict: false, message: 'studio.prices.range' }],
  ['badRequest.tooMany', { isConflict: false, message: 'member.tooMany' }],
])('keeps what was chosen after %s', async (label, expected) => {
  const result = await savePrices(posted(chosen), answering({ label }, 400));
  expect(result).toEqual({ saved: false, chosen: { chat: 90, vip: 300 }, ...expected });
});

it('refuses a form without prices', async () => {
  const result = await savePrices(posted({ act: 'prices' }), answering({}));
  expect(result).toMatchObject({ saved: false, chosen: null, message: 'studio.prices.range' });
});

import { afterEach, expect, it, vi } from 'vitest';
import { tagMoment } from './tag-manager.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['of the visitor’s affiliate', '?p=77', '77'],
  ['of this brand without one', '', '61'],
])('P4.14 L7.27 tags a sign-up with the code %s', async (_, search, code) => {
  const page: { dataLayer?: unknown[] } = {};
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { search });
  await tagMoment({ name: 'sign-up' });
  expect(page.dataLayer).toEqual([{ event: 'sign_up', affiliate_code: code }]);
});

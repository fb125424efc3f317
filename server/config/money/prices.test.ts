import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

it('has no rules by default: all ask the specification’s prices', () => {
  expect(readConfig({}).prices).toBeNull();
});

it('reads the bounds, the steps and the unit', () => {
  expect(readConfig({ PRICES: 'chat=30-120/6, vip=120-480/12, unit=10' }).prices).toEqual({
    chat: { min: 30, max: 120, step: 6 },
    vip: { min: 120, max: 480, step: 12 },
    unitSeconds: 10,
  });
});

it('sells minutes without a unit', () => {
  expect(readConfig({ PRICES: 'chat=60-60/1,vip=240-240/1' }).prices?.unitSeconds).toBe(60);
});

it.each([
  ['something else', 'on', 'must have the form'],
  ['half of it', 'chat=30-120/6', 'must have the form'],
  ['another unit', 'chat=30-120/6,vip=120-480/12,unit=20', 'must have the form'],
  ['no step', 'chat=30-120/0,vip=120-480/12', 'at least 1'],
  ['a price of nothing', 'chat=0-120/6,vip=120-480/12', 'at least 1'],
  ['bounds the wrong way round', 'chat=120-30/6,vip=120-480/12', 'chat: the highest price must lie between'],
  ['a price above all balances', 'chat=30-120/6,vip=120-99120/12', 'vip: the highest price must lie between'],
  ['a step that misses the bound', 'chat=30-120/7,vip=120-480/12', 'whole steps above the lowest'],
  ['too many prices to choose from', 'chat=1-999/1,vip=1000-1000/1', 'at most 200 prices'],
  ['units of part of a credit', 'chat=30-120/5,vip=120-480/12,unit=10', 'divisible by 6'],
  [
    'chats dearer than shows',
    'chat=30-150/6,vip=120-480/12',
    'must not cost more than the cheapest VIP show',
  ],
])('refuses to start with %s', (_, text, sentence) => {
  const start = () => readConfig({ PRICES: text });
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(sentence);
});

import { expect, test } from 'vitest';
import { type Part, Visitor } from '../support/visitor.ts';

const sites = [
  {
    lang: 'nl',
    prefix: '',
    none: 'Je hebt nog niets gekocht.',
    noLimit: /^Nu geen limiet/,
    limit: /^Nu 500 credits, ongeveer €.8,25/,
    later: /: geen limiet\.$/,
    keep: 'Houd de huidige limiet',
    wrong: /^Vul een heel getal in/,
    sure: 'Vink eerst aan dat je dit weet.',
    locked: /^Je portemonnee is op slot tot/,
  },
  {
    lang: 'en',
    prefix: '/en',
    none: 'You have not bought anything yet.',
    noLimit: /^No limit now/,
    limit: /^Now 500 credits, about €8\.25/,
    later: /: no limit\.$/,
    keep: 'Keep the current limit',
    wrong: /^Enter a whole number/,
    sure: 'First tick that you know this.',
    locked: /^Your wallet is locked until/,
  },
] as const;

const save = (visitor: Visitor, at: number): Part => visitor.all('main form button.btn-primary')[at] as Part;

test.each(sites)('a member sees purchases and sets limits without script ($lang)', async (site) => {
  const visitor = await new Visitor().open(`${site.prefix}/register`);
  const person = {
    email: `money-${site.lang}-${Date.now()}@example.com`,
    password: 'Plein-16',
    terms: 'yes',
  };
  await visitor.send(visitor.all('main form button')[0] as Part, person);

  await visitor.open(`${site.prefix}/settings/purchases`);
  expect(visitor.find('main p', site.none)).toBeTruthy();
  await visitor.open(`${site.prefix}/settings/purchases/withdraw?receipt=2026-000001`);
  expect(visitor.address).toBe(`${site.prefix}/settings/purchases`);

  await visitor.open(`${site.prefix}/settings/limits`);
  expect(visitor.find('main p', site.noLimit)).toBeTruthy();
  await visitor.send(save(visitor, 0), { credits: 'many' });
  expect(visitor.find('main p', site.wrong)).toBeTruthy();
  await visitor.send(save(visitor, 0), { credits: '500' });
  expect(visitor.find('main p', site.limit)).toBeTruthy();
  await visitor.send(save(visitor, 0), { credits: '' });
  expect(visitor.find('main p', site.later)).toBeTruthy();
  await visitor.send(visitor.find('main button', site.keep));
  expect(visitor.all('main form button[name="keep"]')).toEqual([]);

  const start = visitor.all('main form button').at(-1) as Part;
  await visitor.send(start, { length: 'day' });
  expect(visitor.find('main p', site.sure)).toBeTruthy();
  await visitor.send(visitor.all('main form button').at(-1) as Part, { length: 'day', sure: 'yes' });
  expect(visitor.find('main p', site.locked)).toBeTruthy();
});

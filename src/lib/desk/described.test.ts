import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CONFIRM } from '#contract/desk/account/confirm-calls.ts';
import { describeAct, describeList, type Section } from '#contract/desk/described/described.ts';
import { actsOn, filterIn, givenBy, rowVersion } from '#contract/desk/described/described-fields.ts';
import { addressOf, describedLists, describedSections } from '#contract/desk/described/sections.ts';
import { formKeyField, guardedOutput } from '#contract/desk/value/acts-of-value.ts';
import { type AnyEndpoint, endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { done } from '#contract/fields.ts';
import { locales } from '#contract/locales.ts';
import type { Transport } from '../api/call.ts';
import { askedFields, lineOf, wordsOf } from '../site/described.ts';
import { getT, lookUp } from '../site/i18n.ts';
import { onlyPage, performDescribed, readParts, sectionFilter } from './described.ts';

const moderators = { base: 'desk', access: 'operator', roles: ['moderator'] } as const;
const teapot = z.object({ pot: z.int(), credits: z.int(), version: z.string() });

const listPots = endpoint({
  ...moderators,
  method: 'GET',
  path: '/pots',
  summary: 'Returns the pots',
  input: z.object({ day: z.optional(z.iso.date()), page: z.optional(z.coerce.number().check(z.int())) }),
  output: z.object({ result: z.array(teapot), more: z.boolean() }),
  errors: [],
});
const pour = endpoint({
  ...moderators,
  method: 'POST',
  path: '/pots/{pot}/pour',
  summary: 'Pours',
  input: z.object({
    pot: z.int(),
    version: z.string(),
    cents: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(9999)),
    reason: z.string().check(z.minLength(3)),
  }),
  output: done,
  errors: ['badRequest.form.changed'],
});
const sell = endpoint({
  ...pour,
  path: '/pots/{pot}/sell',
  input: z.object({ pot: z.int(), version: z.string(), formKey: formKeyField, reason: z.string() }),
  output: guardedOutput(done),
});
const brew = endpoint({ ...pour, input: z.object({ reason: z.string() }) });

const pots = describeList({
  name: 'requests',
  call: listPots,
  rows: 'result',
  key: 'pot',
  words: 'tea list',
  columns: [
    { name: 'credits', kind: 'credits' },
    { name: 'amount', kind: 'euro', of: ({ credits }) => credits * 5 },
  ],
  acts: [
    describeAct<z.infer<typeof teapot>>()({
      name: 'pay',
      call: pour,
      words: 'tea pour',
      asks: ['cents'],
      audit: 'payout.paid',
      when: ({ credits }) => credits > 0,
      labels: { 'badRequest.form.changed': 'changed' },
    }),
    describeAct<z.infer<typeof teapot>>()({
      name: 'back',
      call: sell,
      audit: 'payout.returned',
      when: () => false,
      labels: { 'badRequest.form.changed': 'changed' },
    }),
  ],
});
const rest = { words: 'tea list', columns: [] };
const section: Section = { path: '/desk/tea', texts: 'payouts', filters: {}, lists: [pots] };
const t = getT('en');
const words = wordsOf(section, t, 'en');
const row = { pot: 7, credits: 1200, version: 'v1' };
const moderator = { name: 'anna', role: 'moderator' } as const;

/** Answers the list, and keeps what else was sent. */
let sent: unknown[];
let refusal: AppError | null;
const transport = Object.assign(
  (async (call: AnyEndpoint, input: unknown) => {
    if (call === listPots) return { result: [row], more: true };
    sent.push(input);
    if (refusal) throw refusal;
    return call === sell ? { request: 3, result: null } : true;
  }) as unknown as Transport,
  { isShared: false },
);
const options = { transport };
beforeEach(() => {
  sent = [];
  refusal = null;
});
const post = (fields: Record<string, string>) =>
  performDescribed(section, (name) => fields[name] ?? '', { words, t, options });
const carried = JSON.stringify(givenBy(pots.acts[0] as never, row, {}));
const form = { act: 'pay', of: '7', row: carried, cents: '12,50', reason: 'bank run' };

describe('a described act', () => {
  it('sends key and version of the row that was seen, with what was typed', async () => {
    expect(await post(form)).toMatchObject({ sent: true });
    expect(sent).toEqual([{ pot: 7, version: 'v1', cents: 1250, reason: 'bank run' }]);
  });

  it.each([
    ['a wrong amount', { cents: '1,255' }, 'cents', 'Enter an amount like 12.50'],
    ['no amount', { cents: '' }, 'cents', 'Enter an amount like 12.50'],
    ['no reason', { reason: '' }, 'reason', 'Give a reason of 3 to 300 characters'],
  ])('names the field of %s, and sends nothing', async (_, wrong, field, error) => {
    expect(await post({ ...form, ...wrong })).toMatchObject({ sent: false, field, error });
    expect(sent).toEqual([]);
  });

  it('sends the key of its form if it is an act of value, and says that it waits', async () => {
    const value = { ...form, act: 'back', formKey: 'key-of-the-form' };
    expect(await post(value)).toMatchObject({ sent: true, waits: true });
    expect(sent).toEqual([{ pot: 7, version: 'v1', formKey: 'key-of-the-form', reason: 'bank run' }]);
  });

  it('asks for a confirmation in its own form', async () => {
    refusal = new AppError('badRequest.desk.confirm');
    expect(await post(form)).toMatchObject({ sent: false, waits: false, field: CONFIRM });
  });

  it('tells that the row has changed', async () => {
    refusal = new AppError('badRequest.form.changed');
    expect(await post(form)).toMatchObject({
      sent: false,
      changed: true,
      error: expect.stringContaining('What is owed has changed'),
    });
  });

  it('is unknown by another name, and reads nothing from a broken form', async () => {
    expect(await post({ ...form, act: 'constructor' })).toBeNull();
    await post({ ...form, row: '{"pot":' });
    expect(sent).toEqual([{ cents: 1250, reason: 'bank run' }]);
  });

  it('is offered to its roles, and where the row allows it', () => {
    const namesFor = (role: 'moderator' | 'support' | 'owner', of = row) =>
      actsOn(pots, of, { ...moderator, role }).map(({ name }) => name);
    expect([namesFor('moderator'), namesFor('owner')]).toEqual([['pay'], ['pay']]);
    expect([namesFor('support'), namesFor('moderator', { ...row, credits: 0 })]).toEqual([[], []]);
  });

  it('has a version, or says why not', () => {
    // @ts-expect-error A call without a version has to say why.
    const act = describeAct()({ name: 'x', call: brew, words: 'tea brew', audit: 'x', labels: {} });
    expect(act.unversioned).toBeNull();
    // @ts-expect-error A call with a version cannot do without.
    describeAct()({ ...act, call: pour, version: 'none', because: 'x' });
    const none = { version: 'none', because: 'it makes something new' } as const;
    const made = describeAct()({ name: 'x', call: brew, words: 'tea brew', audit: 'x', labels: {}, ...none });
    expect(made.unversioned).toBe('it makes something new');
  });
});

describe('a described list', () => {
  it('is read with its filter, and knows the next page', async () => {
    const filter = filterIn(listPots, new URLSearchParams('day=2026-11-20'));
    const [part] = (await readParts(section, { filter }, options)) ?? [];
    expect(part).toMatchObject({ rows: [row], next: { day: '2026-11-20', page: 2 } });
  });

  it('about one thing is read with what the page names, each list with its own page', async () => {
    const pot = describeList({ ...rest, name: 'pot', file: 'none', rows: null, key: 'more', call: listPots });
    const about: Section = {
      ...section,
      path: '/desk/tea/:day',
      about: { gone: 'badRequest.notFound', back: 'text' },
      lists: [pot, pots],
    };
    const query = new URLSearchParams('page=2&day=2026-01-01');
    const { filter } = sectionFilter(about, query, { now: new Date(), about: { day: '2026-11-20' } });
    expect(filter).toEqual({ day: '2026-11-20', page: '2' });
    expect(addressOf(about, filter)).toBe('/desk/tea/2026-11-20');
    const parts = await readParts(about, { filter, part: 'requests' }, options);
    expect(parts?.map(({ isPaged, rows }) => [isPaged, rows.length])).toEqual([
      [false, 1],
      [true, 1],
    ]);
    expect(parts?.[1]?.next).toEqual({ day: '2026-11-20', page: 3 });
    const gone = Object.assign(() => Promise.reject(new AppError('badRequest.notFound')), {
      isShared: false,
    });
    expect(await readParts(about, { filter }, { transport: gone })).toBeNull();
    await expect(readParts(section, { filter }, { transport: gone })).rejects.toThrow('notFound');
  });

  it('opens the one page that its rows lead to', () => {
    const linked = describeList({
      ...rest,
      name: 'pot',
      file: 'none',
      rows: 'result',
      key: 'pot',
      call: listPots,
      columns: [{ name: 'pot', kind: 'count', title: true, link: ({ pot }) => `/desk/tea/${pot}` }],
    });
    const part = { list: linked, output: {}, isPaged: false, next: null };
    expect(onlyPage([{ ...part, rows: [row, row] }])).toBe('/desk/tea/7');
    expect(onlyPage([{ ...part, rows: [row, { ...row, pot: 8 }] }])).toBeNull();
    expect(onlyPage([{ ...part, rows: [] }])).toBeNull();
  });

  it('leaves out values that cannot be a filter', () => {
    expect(
      sectionFilter(section, new URLSearchParams('day=2026-13-01&x=1'), { now: new Date() }).filter,
    ).toEqual({});
  });

  it('writes a row in the language of the page', () => {
    expect(lineOf(pots, row, words)).toBe('Credits: 1,200 · Amount: €60.00');
    expect(lineOf(pots, row, wordsOf(section, getT('de'), 'de'))).toBe(
      'Credits: 1.200 · Betrag: 60,00\u00a0€',
    );
  });

  it('has a version for each content of a row', () => {
    expect(rowVersion(row)).toBe('v1');
    expect(rowVersion({ a: 1, b: 2 })).toBe(rowVersion({ b: 2, a: 1 }));
    expect(rowVersion({ a: 1, b: 2 })).not.toBe(rowVersion({ a: 1, b: 3 }));
  });
});

describe.each(describedSections.map((one) => [one.path, one] as const))('texts of %s', (_, one) => {
  const heads = one.lists.flatMap((list) =>
    list.columns.flatMap(({ name, kind, title, link, empty = [] }) => [
      ...(list.acts.length === 0 && list.rows !== null
        ? [kind === 'state' ? `${name}Label` : name]
        : title || link || kind === 'state'
          ? []
          : [name]),
      ...[empty].flat(),
    ]),
  );
  const parts = one.lists.flatMap((list) => [
    list.empty ?? 'empty',
    ...(list.title ? [list.title, `${list.title}Text`] : []),
    ...(list.notes ?? []).map(({ text }) => text),
    ...(list.files ?? []).map(({ text }) => text),
  ]);
  const acts = one.lists.flatMap((list) =>
    list.acts.flatMap((act) => [
      act.name,
      `done.${act.name}`,
      ...(act.otherwise ? [act.otherwise.text] : []),
      ...Object.values(act.labels),
      ...askedFields(act).map(({ name }) => name),
    ]),
  );

  it.each(locales)('are written in %s', (locale) => {
    const { keyOf } = wordsOf(one, getT(locale), locale);
    const isWritten = (key: string) => lookUp(locale, key, lookUp(locale, `${key}_other`, '')) !== '';
    const names = [one.title ?? 'title', 'text', ...heads, ...parts, ...acts];
    expect(names.filter((name) => !isWritten(keyOf(name)))).toEqual([]);
  });

  it('answer everything that an act may refuse', () => {
    for (const { call, labels, name } of one.lists.flatMap((list) => list.acts))
      expect(Object.keys(labels).sort(), name).toEqual([...call.errors].sort());
  });
});

it('has lists and commands with names of their own', () => {
  const names = describedLists.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

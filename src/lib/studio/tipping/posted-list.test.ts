import { expect, it, vi } from 'vitest';
import { saveGoals } from '#contract/studio/tipping-calls.ts';
import { overHttp } from '../../testing/transport.ts';
import { shownLines } from './posted-lines.ts';
import { saveTipList } from './posted-list.ts';

const posted = (lines: [string, string][], ...others: string[]): FormData => {
  const form = new FormData();
  for (const [text, amount] of lines) {
    form.append('text', text);
    form.append('amount', amount);
  }
  for (const name of others) form.append(name, 'on');
  return form;
};

const untranslated = { id: undefined, was: undefined, texts: { nl: '', en: '', de: '' } };
const goalsBody = saveGoals.input;

function recording() {
  const bodies: unknown[] = [];
  const transport = overHttp(async (request) => {
    bodies.push(await request.json());
    return Response.json(true);
  });
  return { bodies, transport };
}

it('saves what is written, without empty lines, with amounts in the page’s language', async () => {
  const { bodies, transport } = recording();
  const form = posted([
    [' A  song ', '1.000'],
    [' ', ''],
    ['A poem', '200'],
  ]);
  expect(await saveTipList('vip', form, { transport, locale: 'nl' })).toMatchObject({ saved: true });
  const items = [
    { name: 'A song', price: 1000 },
    { name: 'A poem', price: 200 },
  ];
  expect(bodies).toEqual([{ list: 'vip', items }]);
});

it('keeps the goal of a changed text, and moves it with its text', async () => {
  const { bodies, transport } = recording();
  const [cake, song, poem] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const sent = async (...texts: string[]) => {
    const form = posted(texts.map((text): [string, string] => [text, text && '500']));
    for (const id of [cake, song, poem, '']) form.append('id', id);
    for (const was of ['Cake', 'Song', 'Poem', '']) form.append('was', was);
    await saveTipList('goals', form, { transport });
    const { goals } = goalsBody.parse(bodies.at(-1));
    return goals.map(({ id }) => id);
  };
  expect(await sent('Big cake', 'Song', 'Poem', 'Dance')).toEqual([cake, song, poem, undefined]);
  expect(await sent('Song', 'Cake', 'Poem', '')).toEqual([song, cake, poem]);
  expect(await sent('', 'Cake', 'Big poem', '')).toEqual([cake, poem]);
  expect(await sent('Song', 'Dance', 'Poem', 'Cake')).toEqual([song, undefined, poem, cake]);
});

it('sends translations with their line, and names those that are refused', async () => {
  const { bodies, transport } = recording();
  const form = posted([
    ['Lied', '100'],
    ['Gedicht', '200'],
    ['', ''],
  ]);
  for (const text of [' A  song ', '', '']) form.append('text-en', text);
  for (const text of ['', 'Gedicht!', '']) form.append('text-de', text);
  await saveTipList('menu', form, { transport });
  expect(bodies).toEqual([
    {
      list: 'menu',
      items: [
        { name: 'Lied', price: 100, texts: { en: 'A song' } },
        { name: 'Gedicht', price: 200, texts: { de: 'Gedicht!' } },
      ],
    },
  ]);
  const body = { label: 'badRequest.profile.words', fields: ['0.en', '1', '1.de'] };
  const refusing = overHttp(() => Response.json(body, { status: 400 }));
  expect(await saveTipList('menu', form, { transport: refusing })).toMatchObject({
    errors: { 0: { texts: { en: 'words' } }, 1: { text: 'words', texts: { de: 'words' } } },
  });
  const wrong = posted([['', '']]);
  wrong.append('text-nl', 'x'.repeat(61));
  expect(await saveTipList('menu', wrong, { transport })).toMatchObject({
    errors: { 0: { text: 'required', amount: 'amount', texts: { nl: 'long' } } },
  });
});

it('sends the choices of the goals', async () => {
  const { bodies, transport } = recording();
  await saveTipList('goals', posted([['Cake', '500']], 'restart'), { transport });
  expect(bodies).toEqual([{ goals: [{ text: 'Cake', amount: 500 }], carriesOver: false, restart: true }]);
});

it('keeps what was typed and names each wrong line, without a call', async () => {
  const answer = vi.fn();
  const form = posted([
    ['', ''],
    ['Song', '12,5'],
    ['', '100'],
  ]);
  expect(await saveTipList('menu', form, { transport: overHttp(answer) })).toEqual({
    saved: false,
    lines: [
      { ...untranslated, text: 'Song', amount: '12,5' },
      { ...untranslated, text: '', amount: '100' },
    ],
    errors: { 0: { amount: 'amount' }, 1: { text: 'required' } },
  });
  expect(answer).not.toHaveBeenCalled();
});

it('names the texts that the server refuses, and has one message for any other failure', async () => {
  const failing = (body: object) => ({ transport: overHttp(() => Response.json(body, { status: 400 })) });
  const form = posted([['Song', '100']]);
  const words = failing({ label: 'badRequest.profile.words', fields: ['0'] });
  expect(await saveTipList('menu', form, words)).toMatchObject({
    saved: false,
    errors: { 0: { text: 'words' } },
  });
  const down = failing({ label: 'UNAVAILABLE' });
  expect(await saveTipList('menu', form, down)).toMatchObject({ errors: {}, message: 'ui.unavailable' });
});

it('keeps what was typed if another tab was faster, and what it was filled in from after other refusals', async () => {
  const failing = (body: object) => ({ transport: overHttp(() => Response.json(body, { status: 409 })) });
  const form = posted([['Song', '100']]);
  form.set('version', 'abc');
  const changed = failing({ label: 'badRequest.form.changed' });
  expect(await saveTipList('menu', form, changed)).toEqual({
    saved: false,
    lines: [{ ...untranslated, text: 'Song', amount: '100' }],
    errors: {},
    isChanged: true,
  });
  const words = failing({ label: 'badRequest.profile.words', fields: ['0'] });
  expect(await saveTipList('menu', form, words)).toMatchObject({ version: 'abc' });
  form.set('amount', 'x');
  expect(await saveTipList('menu', form, words)).toMatchObject({ version: 'abc' });
});

it('offers three empty lines, as long as there is room', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, () => ({ text: 'x', amount: '100', texts: {} }));
  expect([0, 2, 6, 8].map((count) => shownLines('goals', lines(count)).length)).toEqual([3, 5, 8, 8]);
});

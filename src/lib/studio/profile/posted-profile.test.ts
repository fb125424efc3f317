import { expect, it, test, vi } from 'vitest';
import type { ErrorLabel } from '#contract/errors.ts';
import { overHttp } from '../../testing/transport.ts';
import { addStart, differsFrom, readPosted, removeStart, saveStudioProfile } from './posted-profile.ts';

const posted = (...entries: [string, string][]): FormData => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
};

it('reads every kind of field as the call takes it', () => {
  const form = posted(
    ...(
      [
        ['motto', ' Rustig\r\naan '],
        ['city', ' Delft'],
        ['languages', 'nl'],
        ['languages', 'de'],
      ] as const
    ).map(([name, value]): [string, string] => [name, value]),
    ['breastSize', '3'],
    ['hairColor', 'red'],
    ['tattoo', 'no'],
    ['piercings', 'yes'],
    ['luckyNumber', ' 7 '],
    ['zodiac', ''],
    ['bio', ''],
  );
  const names = [
    ...(['motto', 'city', 'languages', 'breastSize', 'hairColor', 'tattoo', 'piercings'] as const),
    // The last was not sent, so it stays.
    ...(['luckyNumber', 'zodiac', 'showType', 'bio', 'food'] as const),
  ];
  expect(readPosted(form, names)).toEqual({
    texts: { motto: 'Rustig aan', bio: '' },
    fields: {
      city: 'Delft',
      languages: ['nl', 'de'],
      breastSize: 3,
      hairColor: 'red',
      tattoo: false,
      piercings: true,
      luckyNumber: 7,
      zodiac: null,
      showType: [],
    },
    errors: {},
  });
});

it.each<[string, [string, string][], boolean]>([
  ['as it is stored', [], false],
  ['with a changed text', [['motto', 'Anders']], true],
  ['with an emptied text', [['motto', '']], true],
  ['with a first text', [['bio', 'Hoi']], true],
  ['with “no” instead of nothing', [['tattoo', 'no']], true],
  ['with another box', [['languages', 'en']], true],
  ['with a number that is none', [['luckyNumber', 'x']], true],
])('a form %s differs from the profile: %s', (_, changes, differs) => {
  const form = posted(
    ...([
      ['motto', 'Rustig\r\naan'],
      ['bio', ''],
      ['tattoo', ''],
      ['luckyNumber', ''],
      ['languages', 'nl'],
      ['languages', 'de'],
    ] as [string, string][]),
  );
  for (const [name, value] of changes)
    name === 'languages' ? form.append(name, value) : form.set(name, value);
  const names = ['motto', 'bio', 'tattoo', 'luckyNumber', 'languages'] as const;
  const stored = {
    fields: { tattoo: null, luckyNumber: null, languages: ['de', 'nl'] },
    texts: { nl: { motto: 'Rustig aan' }, en: { motto: 'Calm' } },
  };
  expect(differsFrom(stored, form, { names, textsIn: 'nl' })).toBe(differs);
});

it('names the fields that cannot be saved, without a call', async () => {
  const answer = vi.fn();
  const form = posted(
    ['motto', 'x'.repeat(200)],
    ['luckyNumber', '7.5'],
    ['hairColor', 'purple'],
    ['tattoo', '?'],
    ['piercings', ''],
  );
  const names = ['motto', 'luckyNumber', 'hairColor', 'tattoo', 'languages', 'piercings'] as const;
  expect(await saveStudioProfile(form, { names, textsIn: 'nl' }, { transport: overHttp(answer) })).toEqual({
    saved: false,
    errors: {
      motto: 'long',
      luckyNumber: 'number',
      hairColor: 'unknown',
      tattoo: 'unknown',
      languages: 'required',
      piercings: 'required',
    },
  });
  expect(answer).not.toHaveBeenCalled();
});

it('names the texts that the server refuses', async () => {
  const body = { label: 'badRequest.profile.words', fields: ['motto'] };
  const transport = overHttp(() => Response.json(body, { status: 400 }));
  const form = posted(['motto', 'Bel 06 12345678'], ['bio', 'Hoi']);
  expect(await saveStudioProfile(form, { names: ['motto', 'bio'], textsIn: 'nl' }, { transport })).toEqual({
    saved: false,
    errors: { motto: 'words' },
  });
});

it('has one message for any other failure', async () => {
  const transport = overHttp(() => Response.json({ label: 'UNAVAILABLE' }, { status: 503 }));
  const saved = await saveStudioProfile(
    posted(['motto', 'Hoi']),
    { names: ['motto'], textsIn: 'nl' },
    { transport },
  );
  expect(saved).toEqual({ saved: false, errors: {}, message: 'ui.unavailable' });
});

it('reports a saved section', async () => {
  const transport = overHttp(() => Response.json(true));
  const saved = await saveStudioProfile(
    posted(['motto', 'Hoi']),
    { names: ['motto'], textsIn: 'nl' },
    { transport },
  );
  expect(saved).toEqual({ saved: true, errors: {} });
});

const now = new Date('2026-11-20T12:00:00Z');
const failing = (label: ErrorLabel) => overHttp(() => Response.json({ label }, { status: 400 }));

test.each([
  [{ day: '', time: '20:00' }, 'studio.schedule.wrong.invalid'],
  [{ day: '2026-11-20', time: '12:59' }, 'studio.schedule.wrong.past'],
  [{ day: '2027-11-20', time: '20:00' }, 'studio.schedule.wrong.far'],
])('%j is refused without a call', async (typed, message) => {
  const answer = vi.fn();
  expect(await addStart(typed, now, { transport: overHttp(answer) })).toBe(message);
  expect(answer).not.toHaveBeenCalled();
});

test.each([
  ['badRequest.schedule.full', 'studio.schedule.full'],
  ['badRequest.schedule.time', 'studio.schedule.wrong.past'],
  ['UNAVAILABLE', 'ui.unavailable'],
] as const)('%s of the server has its own text', async (label, message) => {
  const typed = { day: '2026-11-21', time: '20:00' };
  expect(await addStart(typed, now, { transport: failing(label) })).toBe(message);
});

test('sends the moment in the operator’s time zone', async () => {
  const bodies: unknown[] = [];
  const transport = overHttp(async (request) => {
    bodies.push(await request.json());
    return Response.json(true);
  });
  expect(await addStart({ day: '2026-11-21', time: '20:00' }, now, { transport })).toBeNull();
  expect(bodies).toEqual([{ at: '2026-11-21T19:00:00.000Z' }]);
});

test('a moment that is none has nothing to remove; other failures are thrown', async () => {
  await removeStart('x', { transport: failing('badRequest.invalid.input') });
  const removed = removeStart('2026-11-21T19:00:00.000Z', { transport: failing('UNAVAILABLE') });
  await expect(removed).rejects.toThrow('UNAVAILABLE');
});

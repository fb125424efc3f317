import { expect, it, vi } from 'vitest';
import { fieldVersion } from '#contract/form-version.ts';
import { overHttp } from '../../testing/transport.ts';
import { differsFrom, readPosted, saveStudioProfile, seenText, setHiddenPlaces } from './posted-profile.ts';

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

const names = ['motto', 'bio', 'languages'] as const;
const textsIn = 'nl';
const stored = (motto: string, bio = 'Hoi') => ({
  fields: { languages: ['nl'] },
  texts: { nl: { motto, bio } },
});
/** The form of a tab that was opened with this motto. */
const opened = (motto: string, typed: Record<string, string>): FormData => {
  const seen = seenText(names, { profile: stored(motto), textsIn, posted: null, errors: {} });
  const entries = Object.entries({ motto, bio: 'Hoi', languages: 'nl', ...typed, seen });
  return posted(...entries);
};

it('sends what was changed in the form only, with what it was filled in from', async () => {
  const bodies: unknown[] = [];
  const transport = overHttp(async (request) => {
    bodies.push(await request.json());
    return Response.json(true);
  });
  await saveStudioProfile(opened('Rustig', { bio: 'Dag' }), { names, textsIn }, { transport });
  expect(bodies).toMatchObject([
    { fields: {}, texts: { bio: 'Dag' }, seen: { motto: fieldVersion('Rustig'), bio: fieldVersion('Hoi') } },
  ]);
});

it('keeps what a field was filled in from until what is stored is shown beside it', async () => {
  const form = opened('Rustig', { motto: 'Wild' });
  const body = { label: 'badRequest.form.changed', fields: ['motto'] };
  const transport = overHttp(() => Response.json(body, { status: 409 }));
  const { errors } = await saveStudioProfile(form, { names, textsIn }, { transport });
  expect(errors).toEqual({ motto: 'changed' });
  const profile = stored('Kalm', 'Elders');
  const versionsOf = (shown: typeof errors) =>
    Object.fromEntries(
      new URLSearchParams(seenText(names, { profile, textsIn, posted: form, errors: shown })),
    );
  expect(versionsOf({})).toMatchObject({ motto: fieldVersion('Rustig'), bio: fieldVersion('Elders') });
  expect(versionsOf(errors)).toMatchObject({ motto: fieldVersion('Kalm'), bio: fieldVersion('Elders') });
});

it('does not take a field as unsaved that another tab has stored', () => {
  const form = opened('Rustig', {});
  expect(differsFrom(stored('Kalm'), form, { names, textsIn })).toBe(false);
  form.set('motto', 'Wild');
  expect(differsFrom(stored('Kalm'), form, { names, textsIn })).toBe(true);
});

it('keeps the typed places if others were stored, and what they were filled in from after other refusals', async () => {
  const failing = (label: string) => ({
    transport: overHttp(() => Response.json({ label }, { status: 409 })),
  });
  const form = { typed: 'DE, NL', version: 'abc' };
  expect(await setHiddenPlaces(form, failing('badRequest.form.changed'))).toEqual({
    isChanged: true,
    typed: 'DE, NL',
  });
  expect(await setHiddenPlaces(form, failing('badRequest.place.notExists'))).toMatchObject({
    version: 'abc',
  });
});

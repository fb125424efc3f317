import { describe, expect, it } from 'vitest';
import type { OwnPicture, OwnPictures } from '#contract/studio/picture-calls.ts';
import { changePictures } from './posted-pictures.ts';
import { afterChange, sentTo, shownFailure } from './shown-pictures.ts';

const picture = (id: number): OwnPicture => ({
  id,
  kind: 'picture',
  width: 800,
  height: 600,
  video: null,
  caption: {},
  nonude: false,
  state: 'shown',
  reason: null,
  picture: { url: '/images/a', widths: [320], color: '#000' },
});
const pictures: OwnPictures = {
  review: false,
  portrait: null,
  places: { portrait: [], cover: [picture(9)], film: [] },
  albums: [{ id: 1, title: { nl: 'Thuis', en: 'Home' }, items: [picture(2), picture(3)] }],
};

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe('a form of the page', () => {
  it.each([
    ['without a title', { act: 'add-album', 'text-nl': '  ' }, 'Vul de titel in minstens één taal in.'],
    [
      'with too long a title',
      { act: 'save-album', id: '1', 'text-nl': 'a'.repeat(61) },
      'Hoogstens 60 tekens.',
    ],
    ['of an unknown kind', { act: 'constructor' }, 'Kies eerst een bestand.'],
  ])('%s is refused before it is sent, and keeps what was typed', async (_, fields, error) => {
    const form = formOf(fields);
    const changed = await changePictures(form, pictures, {});
    expect(shownFailure(changed, form, 'nl')).toMatchObject({
      error,
      texts: { nl: form.get('text-nl') ?? '' },
    });
  });

  it.each([
    [
      { act: 'save-picture', id: 3 },
      { done: '1', section: 'picture-3' },
    ],
    [
      { act: 'remove-picture', id: 3 },
      { done: '1', section: 'album-1' },
    ],
    [
      { act: 'remove-picture', id: 9 },
      { done: 'cover', section: 'cover' },
    ],
    [
      { act: 'move-album', id: 1 },
      { done: '1', section: 'album-1' },
    ],
    [
      { act: 'remove-album', id: 1 },
      { done: 'albums', section: 'albums' },
    ],
    [
      { act: 'add-album', id: 0 },
      { done: 'albums', section: 'albums' },
    ],
  ])('%o leads back to %o', (changed, to) => {
    expect(afterChange({ ...changed, wrong: [] }, pictures)).toEqual(to);
  });
});

it('tells an upload without script by its place', () => {
  const query = new URLSearchParams('at=1&added=2&error=badRequest.film.tooLong');
  expect(sentTo(query, '1')).toEqual({ error: 'badRequest.film.tooLong', added: 2, kind: 'film' });
  expect(sentTo(query, 'cover')).toBeUndefined();
});

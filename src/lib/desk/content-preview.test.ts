import { expect, test } from 'vitest';
import { CONTENT_FILE_MAX } from '#contract/desk/content-calls.ts';
import { checkContentForm, contentFormOf } from './content-preview.ts';

const formOf = (fields: Readonly<Record<string, string | Blob>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const noFile = new File([], '');
const category = { act: 'category', name: 'art', nl: '', en: '', de: '', 'en-file': noFile };

test('a chosen file counts instead of the typed text, which has the line ends of Unix', async () => {
  const form = formOf({ ...category, nl: 'a\r\nb', en: 'typed', 'en-file': new File(['chosen'], 'en.md') });
  expect(await contentFormOf(form)).toEqual({
    kind: 'category',
    name: 'art',
    texts: { nl: 'a\nb', en: 'chosen', de: '' },
  });
});

test('a file that is not UTF-8, or begins with a byte order mark, stays recognizable', async () => {
  const latin = new File([Uint8Array.of(0x63, 0xe9)], 'en.md');
  const marked = new File([Uint8Array.of(0xef, 0xbb, 0xbf, 0x63)], 'nl.md');
  const wide = new File([Uint8Array.of(0x63, 0, 0x64, 0)], 'de.md');
  const files = { 'en-file': latin, 'nl-file': marked, 'de-file': wide };
  const form = await contentFormOf(formOf({ ...category, ...files }));
  expect(form?.texts).toEqual({ en: 'c\ufffd', nl: '\ufeffc', de: 'c\ufffdd\ufffd' });
});

test('the name of a promotion may be that of its file; unknown forms and fields are ignored', async () => {
  const form = formOf({ act: 'promotion', name: ' new-year.json', promotion: '{}', __proto__x: 'y' });
  expect(await contentFormOf(form)).toEqual({
    kind: 'promotion',
    name: 'new-year',
    texts: { promotion: '{}' },
  });
  expect(await contentFormOf(formOf({ act: 'credit' }))).toBeNull();
});

test.each([
  ['name', 'content.nameShape', { ...category, name: '', nl: 'x' }],
  ['name', 'content.promotionShape', { act: 'promotion', name: '../x', promotion: '{}' }],
  ['de', 'content.long', { ...category, de: 'x'.repeat(CONTENT_FILE_MAX + 1) }],
  ['nl', 'content.empty', { ...category, en: ' \r\n' }],
  ['promotion', 'content.empty', { act: 'promotion', name: 'x' }],
])('refuses %s with %s before a call', async (field, error, fields) => {
  const form = await contentFormOf(formOf(fields));
  const unused = () => Promise.reject(new Error('no call is made'));
  const transport = Object.assign(unused, { isShared: false });
  expect(form && (await checkContentForm(form, { transport, locale: 'nl' }))).toEqual({
    refused: { field, error },
  });
});

import { expect, test } from 'vitest';
import { languageOf, otherLanguageOf } from './languages.ts';

test.each([
  ['Kies wie je wilt zien en stap in de chat.', 'nl'],
  ['Choose who you would like to see and step into the chat.', 'en'],
  ['Wähle, wen du sehen möchtest, und komm in den Chat. Du hörst auf, wann du willst.', 'de'],
  ['Een “live webcam” is what you see: het beeld van nu, met een chat ernaast die je zelf leest.', 'nl'],
  ['Order a stamppot and a glass of jenever, and ask what the name of the dish means.', 'en'],
])('%s', (text, locale) => {
  expect(languageOf(text)).toBe(locale);
});

test.each(['', 'Live webcams', 'De Keuken', 'Chat, tips & credits', '250 credits per minuut'])(
  '“%s” is too short to be recognised as any language',
  (text) => {
    expect(languageOf(text)).toBeNull();
    expect(otherLanguageOf(text, 'en')).toBeNull();
  },
);

test('accepts a text in the language of its file', () => {
  const text = 'Choose who you would like to see and step into the chat.';
  expect(otherLanguageOf(text, 'en')).toBeNull();
  expect(otherLanguageOf(text, 'nl')).toBe('en');
});

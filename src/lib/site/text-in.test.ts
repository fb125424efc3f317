import { expect, it } from 'vitest';
import { textIn } from './text-in.ts';

it('shows a text in the page’s language, in the default one, or in any', () => {
  expect(textIn({ nl: 'Thuis', en: 'Home' }, 'en')).toBe('Home');
  expect(textIn({ nl: 'Thuis', en: 'Home' }, 'de')).toBe('Thuis');
  expect(textIn({ en: 'Home' }, 'de')).toBe('Home');
});

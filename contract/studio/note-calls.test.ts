import { expect, it } from 'vitest';
import { NOTE_MAX, refuseNote, saveMemberNote } from './note-calls.ts';

it('counts user-perceived characters', () => {
  expect(refuseNote('👩‍🚀'.repeat(NOTE_MAX))).toBeNull();
  expect(refuseNote('a'.repeat(NOTE_MAX + 1))).toBe('long');
});

it('trims the text, and empties one of which nothing can be seen', () => {
  const textOf = (text: string) => saveMemberNote.input.parse({ memberId: '7', text }).text;
  expect(textOf('  kijkt graag\r\nnaar jazz ')).toBe('kijkt graag\nnaar jazz');
  expect(textOf('\u200f \u2060')).toBe('');
  expect(textOf('\u05e9\u05dc\u05d5\u05dd')).toBe('\u05e9\u05dc\u05d5\u05dd');
});

import { expect, it } from 'vitest';
import { DESCRIPTION, descriptionOf, sentencesOf } from './description.ts';

const of = (length: number, letter: string): string => `${letter.repeat(length - 1)}.`;

it('uses whole sentences that fit, leaves out the others, and repeats none', () => {
  expect(descriptionOf([of(60, 'a'), of(120, 'b'), of(60, 'a'), of(60, 'c')], [])).toBe(
    `${of(60, 'a')} ${of(60, 'c')}`,
  );
});

it('adds fillers while it is too short', () => {
  expect(descriptionOf([of(50, 'a')], [of(40, 'b'), of(30, 'c'), of(10, 'd')])).toBe(
    [of(50, 'a'), of(40, 'b'), of(30, 'c')].join(' '),
  );
  expect(descriptionOf([of(DESCRIPTION.min, 'a')], [of(20, 'b')])).toBe(of(DESCRIPTION.min, 'a'));
});

it('splits sentences at their end', () => {
  expect(sentencesOf(' Hello there.  How are you? Fine!\nYours… ')).toEqual([
    'Hello there.',
    'How are you?',
    'Fine!',
    'Yours…',
  ]);
  expect(sentencesOf('')).toEqual([]);
});

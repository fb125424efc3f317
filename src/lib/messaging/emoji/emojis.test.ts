import { expect, it } from 'vitest';
import { lengthOf } from '#contract/fields.ts';
import { emojiGroups, emojisIn } from './emojis.ts';

const dutch = await emojisIn('nl');
const english = await emojisIn('en');
const find = (list: typeof dutch, emoji: string) => list.find((one) => one.emoji === emoji);

it('has each emoji once, in a named group', () => {
  expect(dutch.length).toBeGreaterThan(1800);
  expect(new Set(dutch.map(({ emoji }) => emoji)).size).toBe(dutch.length);
  const groups: readonly number[] = Object.values(emojiGroups);
  expect(new Set(dutch.map(({ category }) => category))).toEqual(new Set(groups));
});

it('counts each as one character of a message, with any skin tone', () => {
  const all = dutch.flatMap(({ emoji, skins }) => [emoji, ...Object.values(skins ?? {})]);
  expect(all.filter((emoji) => lengthOf(emoji) !== 1)).toEqual([]);
});

it('P2.122 names each in the page’s language, and finds it by words of both languages', () => {
  expect(find(dutch, '😀')?.label).toBe('grijnzend gezicht');
  expect(find(english, '😀')?.label).toBe('grinning face');
  for (const list of [dutch, english])
    expect(find(list, '😀')?.tags).toEqual(expect.arrayContaining(['vrolijk', 'happy', 'grinning face']));
  expect(dutch.filter(({ label }) => label === '')).toEqual([]);
  expect(english.filter(({ label }) => label === '')).toEqual([]);
});

it('has skin tones for emojis of one person, and none for others', () => {
  expect(find(dutch, '👋')?.skins).toEqual({
    light: '👋🏻',
    'medium-light': '👋🏼',
    medium: '👋🏽',
    'medium-dark': '👋🏾',
    dark: '👋🏿',
  });
  expect(find(dutch, '👩‍🚀')?.skins?.dark).toBe('👩🏿‍🚀');
  expect(find(dutch, '😀')?.skins).toBeUndefined();
});

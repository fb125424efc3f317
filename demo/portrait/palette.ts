import type { Random } from '#demo/random.ts';

/** The fields from which a portrait is drawn; any row of the database has them. */
export interface Sitter {
  username: string;
  gender: string;
  hairColor: string;
  ethnicity: string;
  eyeColor?: string;
  physique?: string;
}

type Colors = readonly [string, ...string[]];
interface Skin {
  base: string;
  /** Shade on the far side, under the chin and beside the nose. */
  shade: string;
  blush: string;
  lips: string;
}

const skins = {
  porcelain: { base: '#fbdcc6', shade: '#efbb9d', blush: '#f08f7d', lips: '#d9626a' },
  light: { base: '#f6cfb2', shade: '#e3aa86', blush: '#ea8670', lips: '#cf5a5f' },
  warm: { base: '#eabb94', shade: '#cf9468', blush: '#dd7a5c', lips: '#bf5350' },
  olive: { base: '#dba97c', shade: '#bb8254', blush: '#cc6d4e', lips: '#ad4a47' },
  bronze: { base: '#c08556', shade: '#9a6238', blush: '#b45a3e', lips: '#97403d' },
  brown: { base: '#9a6340', shade: '#774628', blush: '#9c4a34', lips: '#843638' },
  deep: { base: '#75462d', shade: '#55301d', blush: '#8a3f30', lips: '#8f3b40' },
} as const satisfies Record<string, Skin>;

const skinOf: Record<string, readonly [keyof typeof skins, ...(keyof typeof skins)[]]> = {
  caucasian: ['porcelain', 'light', 'light', 'warm'],
  white: ['porcelain', 'light'],
  mediterranean: ['warm', 'olive', 'light'],
  arabic: ['olive', 'warm', 'bronze'],
  asian: ['light', 'warm', 'porcelain'],
  latin: ['olive', 'warm', 'bronze'],
  'south-american': ['bronze', 'olive', 'brown'],
  ebony: ['deep', 'brown', 'deep', 'bronze'],
};

/** Hair as shadow, body and light. */
export interface HairTones {
  dark: string;
  base: string;
  light: string;
}

const brown: readonly [HairTones, ...HairTones[]] = [
  { dark: '#3f2519', base: '#5f3a26', light: '#82543a' },
  { dark: '#573119', base: '#7d4a28', light: '#a2683f' },
  { dark: '#34211c', base: '#4c312a', light: '#6d4a3f' },
];
const hairs: Record<string, readonly [HairTones, ...HairTones[]]> = {
  blonde: [
    { dark: '#c9974a', base: '#e8bf6d', light: '#f8df9e' },
    { dark: '#cfa664', base: '#eed08d', light: '#fbeabb' },
  ],
  dark_blonde: [{ dark: '#946a3b', base: '#b88b55', light: '#d5ae78' }],
  brown,
  black: [
    { dark: '#15131c', base: '#262330', light: '#454057' },
    { dark: '#120f14', base: '#211c22', light: '#3f3640' },
  ],
  red: [
    { dark: '#97371d', base: '#c4542b', light: '#e37f4c' },
    { dark: '#7f2a1f', base: '#a83f2c', light: '#cb6446' },
  ],
  coloured: [
    { dark: '#a3426f', base: '#d76a98', light: '#f29dbe' },
    { dark: '#2f5f8d', base: '#4b8ac0', light: '#86b9e2' },
    { dark: '#5b3f93', base: '#8262bf', light: '#ad92e0' },
  ],
  other: [
    { dark: '#1f6f6b', base: '#3a9c95', light: '#79c9c0' },
    { dark: '#5c2340', base: '#853459', light: '#b15c83' },
  ],
  grey: [{ dark: '#787c88', base: '#a3a7b1', light: '#cbced6' }],
  white: [{ dark: '#b9b9bd', base: '#dfdfe0', light: '#f8f8f6' }],
  bald: [{ dark: '#4a3328', base: '#61463a', light: '#7c5e50' }],
};

const eyes: Record<string, string> = {
  brown: '#5b3720',
  blue: '#4a83b5',
  green: '#5b8a58',
  grey: '#73828c',
  hazel: '#8a6a35',
};

/** Colours of a room: two tones of the wall, the shape behind the head, an accent, and matching clothes. */
export interface Scheme {
  wall: readonly [string, string];
  shape: string;
  accent: string;
  clothes: Colors;
}

const schemes: readonly [Scheme, ...Scheme[]] = [
  {
    wall: ['#fbe3d3', '#f4bfa6'],
    shape: '#ee9a7d',
    accent: '#c9583f',
    clothes: ['#2f5d62', '#1f3a52', '#f7efe6'],
  },
  {
    wall: ['#dcefe9', '#a9d3c8'],
    shape: '#74b3a5',
    accent: '#2f7d71',
    clothes: ['#e07a5f', '#f4ead9', '#7b2d43'],
  },
  {
    wall: ['#e5e4f7', '#bdbbe6'],
    shape: '#928fd0',
    accent: '#5a54a8',
    clothes: ['#f2b263', '#343159', '#f6f0ea'],
  },
  {
    wall: ['#fdeec9', '#f7d488'],
    shape: '#f0b54a',
    accent: '#c9822a',
    clothes: ['#2c4a7c', '#a23b4a', '#fffaf0'],
  },
  {
    wall: ['#d9e8f5', '#a6c8e4'],
    shape: '#6fa3cf',
    accent: '#34699a',
    clothes: ['#d9574c', '#f5e9d7', '#22314a'],
  },
  {
    wall: ['#f9dbe2', '#eeb1c1'],
    shape: '#dd8299',
    accent: '#ab4661',
    clothes: ['#3f5d4e', '#fbf1e7', '#40304f'],
  },
  {
    wall: ['#2b3a55', '#1c273d'],
    shape: '#3d5279',
    accent: '#e6a65d',
    clothes: ['#e9c3a6', '#b8505a', '#f3ece2'],
  },
  {
    wall: ['#3d2f4a', '#281e33'],
    shape: '#5b4670',
    accent: '#e58fa0',
    clothes: ['#e7b45c', '#5fa39a', '#f4e8e1'],
  },
  {
    wall: ['#244a48', '#163231'],
    shape: '#356a66',
    accent: '#eec07b',
    clothes: ['#d96c4f', '#f3e6d0', '#c9a0a8'],
  },
  {
    wall: ['#f1ebe1', '#dccfbd'],
    shape: '#c4ad90',
    accent: '#8a6b48',
    clothes: ['#7a3b3b', '#44633f', '#28384d'],
  },
  {
    wall: ['#e4efd6', '#bcd6a0'],
    shape: '#8fb770',
    accent: '#4f7d3c',
    clothes: ['#c44f6a', '#fbf3e2', '#34405e'],
  },
  {
    wall: ['#5a2b3c', '#3c1a29'],
    shape: '#7c3f54',
    accent: '#f0b98a',
    clothes: ['#f0d9c4', '#38666b', '#d9826b'],
  },
];

/** All colours of one portrait. */
export interface Palette {
  skin: Skin;
  hair: HairTones;
  eye: string;
  scheme: Scheme;
  cloth: string;
}

export function choosePalette(random: Random, sitter: Sitter): Palette {
  const scheme = random.pick(schemes);
  const hair = random.pick(hairs[sitter.hairColor] ?? brown);
  return {
    scheme,
    hair,
    skin: skins[random.pick<keyof typeof skins>(skinOf[sitter.ethnicity] ?? ['light', 'warm', 'olive'])],
    eye: eyes[sitter.eyeColor ?? 'brown'] ?? '#5b3720',
    cloth: clothBeside(random, scheme.clothes, hair.base),
  };
}

/** Clothes that contrast with the hair, which falls over them and must stay visible. */
function clothBeside(random: Random, clothes: Colors, hair: string): string {
  const ranked = [...clothes].sort((first, second) => distance(second, hair) - distance(first, hair));
  return random.chance(0.65) ? (ranked[0] ?? clothes[0]) : (ranked[1] ?? clothes[0]);
}

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

function distance(first: string, second: string): number {
  const other = channels(second);
  return Math.hypot(...channels(first).map((value, index) => value - (other[index] ?? 0)));
}

/** Mixes two `#rrggbb` colours; 0 gives the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const other = channels(second);
  const mixed = channels(first).map((value, index) =>
    Math.round(value * (1 - share) + (other[index] ?? 0) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}
export const darken = (color: string, share: number) => mix(color, '#120c1c', share);
export const lighten = (color: string, share: number) => mix(color, '#ffffff', share);

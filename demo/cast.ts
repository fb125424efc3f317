import { onlineStatus } from '#contract/performers/status.ts';
import { writeDetails } from '#demo/cast/details.ts';
import { amber } from '#demo/cast/live/amber.ts';
import { elena } from '#demo/cast/live/elena.ts';
import { femke } from '#demo/cast/live/femke.ts';
import { imani } from '#demo/cast/live/imani.ts';
import { marlies } from '#demo/cast/live/marlies.ts';
import { ruben } from '#demo/cast/live/ruben.ts';
import { sofie } from '#demo/cast/live/sofie.ts';
import { yara } from '#demo/cast/live/yara.ts';
import { chooseUsername } from '#demo/cast/names.ts';
import {
  type CastLanguage,
  type EyeColor,
  type Gender,
  type Interest,
  interests,
  type LivePerformer,
  type SeedPerformer,
  type Size,
} from '#demo/cast/performer.ts';
import { homes } from '#demo/cast/places.ts';
import { writeTexts } from '#demo/cast/texts.ts';
import { makeRandom, type Random } from '#demo/random.ts';

export type { SeedPerformer } from '#demo/cast/performer.ts';

/** Fixed, because tests and texts refer to them. */
export const liveCast: readonly LivePerformer[] = [femke, yara, marlies, elena, amber, imani, sofie, ruben];

/** Studio password of the live performers. */
export const STUDIO_PASSWORD = 'Studio1234';

const DAY = 86_400_000;
/** Larger than any rounding of a year's length, so that no performer is under 18 on the day of seeding. */
const BIRTHDAY_MARGIN_DAYS = 30;
const NEW_WITHIN_DAYS = 7;

interface CastOptions {
  now: Date;
  seed?: number;
}

/** Yields the demo's performers without end, the live cast first; the same options give the same performers. */
export function* castOf({ now, seed = 18 }: CastOptions): Generator<SeedPerformer, never> {
  const taken = new Set(liveCast.map(({ username }) => username.toLowerCase()));
  for (let index = 0; ; index += 1) {
    const random = makeRandom(seed * 7919 + index);
    yield makePerformer(random, { id: 1001 + index, now, taken, live: liveCast[index] });
  }
}

export function makeCast({ count, ...options }: CastOptions & { count: number }): SeedPerformer[] {
  const cast = castOf(options);
  return Array.from({ length: count }, () => cast.next().value);
}

interface Slot {
  id: number;
  now: Date;
  taken: Set<string>;
  live: LivePerformer | undefined;
}

function makePerformer(random: Random, { id, now, taken, live }: Slot): SeedPerformer {
  const gender =
    live?.traits.gender ??
    random.weighted<Gender>([
      ['female', 70],
      ['male', 11],
      ['trans', 10],
      ['couple', 9],
    ]);
  const username = live?.username ?? chooseUsername(random, gender, taken);
  const age = live?.age ?? chooseAge(random);
  const dateOfBirth = birthday(random, age, now);
  const traits = { ...castTraits(random, gender, age), ...live?.traits };
  const oftenOnline = random.weighted([
    ['evening', 45],
    ['night', 25],
    ['afternoon', 20],
    ['morning', 10],
  ] as const);
  const chosen = live?.interests ?? chooseInterests(random);
  const seen = career(random, now, live !== undefined);
  const more = writeDetails({ username, ...traits }, live !== undefined);
  const texts = writeTexts(random, { gender, city: traits.city, oftenOnline, age, interests: chosen });
  return {
    ...traits,
    ...seen,
    id,
    username,
    dateOfBirth,
    gender,
    oftenOnline,
    languageBitflag: languageBits(traits.languages),
    zodiac: zodiacOf(dateOfBirth),
    categories: categoriesOf(chosen, { age, oftenOnline, country: traits.country }),
    details: more.details,
    texts: { nl: { ...texts.nl, ...more.texts.nl }, en: { ...texts.en, ...more.texts.en } },
  };
}

function castTraits(random: Random, gender: Gender, age: number) {
  const home = random.pick(random.weighted(homes));
  const ethnicity = chooseEthnicity(random, home.language);
  const anatomy = sizes(random, gender);
  return {
    ...anatomy,
    city: home.city,
    country: home.country,
    languages: chooseLanguages(random, home.language),
    ethnicity,
    hairColor: chooseHair(random, { ethnicity, age, gender }),
    eyeColor: chooseEyes(random, ethnicity),
    physique: random.weighted([
      ['slim', 40],
      ['average', 30],
      ['athletic', 15],
      ['fat', 15],
    ] as const),
    shaved: random.weighted([
      ['shaved', 70],
      ['natural', 30],
    ] as const),
    piercings: random.chance(0.3),
    tattoo: random.chance(0.35),
    smoking: random.chance(0.2),
    cybertoy: random.weighted([
      [0, 62],
      [1, 13],
      [2, 10],
      [3, 9],
      [5, 6],
    ] as const),
    orientation: random.weighted([
      ['straight', 55],
      ['bisexual', 35],
      ['gay', 10],
    ] as const),
    relationship:
      gender === 'couple' ? ('relationship' as const) : random.pick(['single', 'relationship', 'open']),
    luckyNumber: random.int(1, 99),
    decency: random.weighted([
      [1, 30],
      [2, 50],
      [3, 20],
    ] as const),
    nonude: random.chance(0.35),
    showType: random
      .weighted([
        [['free', 'paid', 'vip'], 60],
        [['free', 'paid'], 25],
        [['paid', 'vip'], 15],
      ] as const)
      .slice(),
    webcamming: random.weighted([
      ['daily', 35],
      ['weekly', 40],
      ['weekend', 25],
    ] as const),
    onlineStatus: onlineStatus.offline,
  } satisfies Partial<SeedPerformer>;
}

function chooseAge(random: Random): number {
  const [from, to] = random.weighted([
    [[18, 23], 24],
    [[24, 29], 28],
    [[30, 49], 34],
    [[50, 65], 14],
  ] as const);
  return random.int(from, to);
}

/** A birthday for a performer who is `age` today, with a margin at both ends. */
function birthday(random: Random, age: number, now: Date): string {
  const today = Date.UTC(now.getUTCFullYear() - age, now.getUTCMonth(), 1);
  const days = random.int(BIRTHDAY_MARGIN_DAYS, 364 - BIRTHDAY_MARGIN_DAYS);
  return new Date(today - days * DAY).toISOString().slice(0, 10);
}

function career(random: Random, now: Date, live: boolean) {
  const isNew = !live && random.chance(0.12);
  const started = isNew ? random.int(1, NEW_WITHIN_DAYS - 1) : random.int(20, 1500);
  const seen = live
    ? 0
    : Math.min(
        started - 0.5,
        random.weighted([
          [0.5, 30],
          [2, 30],
          [9, 25],
          [40, 15],
        ] as const) *
          (0.4 + random.next()),
      );
  const instant = (daysAgo: number) => new Date(Math.floor(now.getTime() - daysAgo * DAY)).toISOString();
  return {
    rating: Math.round((5 - 2 * random.next() ** 2) * 10) / 10,
    firstCamSession: instant(started),
    lastCamSession: instant(seen),
  };
}

function chooseLanguages(random: Random, home: CastLanguage): CastLanguage[] {
  const spoken = new Set<CastLanguage>([home]);
  if (random.chance(0.75)) spoken.add('en');
  if (random.chance(0.25)) spoken.add('nl');
  if (random.chance(0.3)) spoken.add(random.pick<CastLanguage>(['de', 'fr', 'es', 'it']));
  return [...spoken];
}

const languageOrder: CastLanguage[] = ['nl', 'en', 'de', 'fr', 'es', 'it'];
const languageBits = (languages: CastLanguage[]) =>
  languages.reduce((bits, code) => bits | (1 << languageOrder.indexOf(code)), 0);

function chooseEthnicity(random: Random, home: CastLanguage): SeedPerformer['ethnicity'] {
  const southern = home === 'es' || home === 'it';
  return random.weighted([
    ['caucasian', southern ? 15 : 42],
    ['white', southern ? 5 : 12],
    ['mediterranean', southern ? 55 : 10],
    ['latin', southern ? 12 : 8],
    ['south-american', 6],
    ['ebony', 10],
    ['asian', 9],
    ['arabic', 7],
  ]);
}

interface HairSubject {
  ethnicity: SeedPerformer['ethnicity'];
  age: number;
  gender: Gender;
}

function chooseHair(random: Random, { ethnicity, age, gender }: HairSubject): SeedPerformer['hairColor'] {
  if (gender === 'male' && random.chance(age > 40 ? 0.3 : 0.12)) return 'bald';
  if (age >= 48 && random.chance(0.5)) return random.pick(['grey', 'white']);
  if (random.chance(0.07)) return random.pick(['coloured', 'other']);
  if (ethnicity === 'caucasian' || ethnicity === 'white') {
    return random.weighted([
      ['blonde', 30],
      ['dark_blonde', 20],
      ['brown', 30],
      ['red', 12],
      ['black', 8],
    ]);
  }
  if (ethnicity === 'ebony' || ethnicity === 'asian')
    return random.weighted([
      ['black', 75],
      ['brown', 20],
      ['blonde', 5],
    ]);
  return random.weighted([
    ['black', 45],
    ['brown', 45],
    ['dark_blonde', 10],
  ]);
}

function chooseEyes(random: Random, ethnicity: SeedPerformer['ethnicity']): EyeColor {
  const light = ethnicity === 'caucasian' || ethnicity === 'white';
  return light
    ? random.pick<EyeColor>(['blue', 'green', 'grey', 'brown', 'hazel'])
    : random.weighted([
        ['brown', 75],
        ['hazel', 20],
        ['green', 5],
      ]);
}

function sizes(random: Random, gender: Gender): Pick<SeedPerformer, 'breastSize' | 'penisSize'> {
  const size = () =>
    random.weighted<Size>([
      [1, 20],
      [2, 38],
      [3, 28],
      [4, 14],
    ]);
  return {
    breastSize: gender === 'male' ? null : size(),
    penisSize: gender === 'female' ? null : size(),
  };
}

function chooseInterests(random: Random): Interest[] {
  const chosen = new Set<Interest>();
  const wanted = random.int(2, 3);
  while (chosen.size < wanted) chosen.add(random.pick(interests));
  return [...chosen];
}

type CategoryFacts = Pick<SeedPerformer, 'oftenOnline' | 'country'> & { age: number };

function categoriesOf(chosen: Interest[], { age, oftenOnline, country }: CategoryFacts): string[] {
  const slugs: string[] = [...chosen];
  if (oftenOnline === 'night') slugs.push('night-owls');
  if (age >= 40) slugs.push('mature');
  if (country === 'NL' || country === 'BE') slugs.push('neighbours');
  return slugs;
}

/** The sign that begins on or before the day; days as month × 100 + day. */
const signs: readonly (readonly [number, string])[] = [
  [1222, 'capricorn'],
  [1122, 'sagittarius'],
  [1023, 'scorpio'],
  [923, 'libra'],
  [823, 'virgo'],
  [723, 'leo'],
  [621, 'cancer'],
  [521, 'gemini'],
  [420, 'taurus'],
  [321, 'aries'],
  [219, 'pisces'],
  [120, 'aquarius'],
];

function zodiacOf(isoDay: string): string {
  const day = Number(isoDay.slice(5, 7)) * 100 + Number(isoDay.slice(8, 10));
  return signs.find(([start]) => day >= start)?.[1] ?? 'capricorn';
}

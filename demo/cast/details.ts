import { makeRandom, seedOf } from '#demo/random.ts';
import type { ProfileDetails, ProfileTexts, SeedPerformer, TextLanguage } from './performer.ts';

type Pair = readonly [nl: string, en: string];
type Pairs = readonly [Pair, ...Pair[]];

const pools = {
  character: [
    ['Nieuwsgierig', 'Curious'],
    ['Nuchter', 'Down to earth'],
    ['Zachtaardig', 'Gentle'],
    ['Ondernemend', 'Enterprising'],
    ['Eigenzinnig', 'Headstrong'],
  ],
  manType: [
    ['Iemand die om zichzelf kan lachen', 'Somebody who can laugh at himself'],
    ['Rustige types met een verhaal', 'Quiet types with a story'],
    ['Wie vragen stelt en naar het antwoord luistert', 'Who asks and listens to the answer'],
    ['Beleefd, en dan pas brutaal', 'Polite first, cheeky later'],
  ],
  favoriteBodyPart: [
    ['Mijn handen', 'My hands'],
    ['Mijn schouders', 'My shoulders'],
    ['Mijn ogen', 'My eyes'],
    ['Mijn krullen', 'My curls'],
  ],
  favoriteDrinks: [
    ['Espresso, na elven cafeïnevrij', 'Espresso, decaf after eleven'],
    ['Gemberthee met honing', 'Ginger tea with honey'],
    ['Een glas droge witte wijn', 'A glass of dry white wine'],
    ['Zelfgemaakte limonade', 'Home-made lemonade'],
  ],
  favoriteFood: [
    ['De lasagne van mijn moeder', 'My mother’s lasagne'],
    ['Verse loempia’s van de markt', 'Fresh spring rolls from the market'],
    ['Friet met veel mayonaise', 'Chips with a lot of mayonnaise'],
    ['Alles uit de oven', 'Anything from the oven'],
  ],
  favoriteMusic: [
    ['Platen met een contrabas', 'Records with a double bass'],
    ['Alles waar je bij kunt meezingen', 'Anything to sing along to'],
    ['Filmmuziek, het liefst hard', 'Film scores, preferably loud'],
    ['Hits uit de jaren tachtig', 'Hits of the eighties'],
  ],
  weakness: [
    ['Stroopwafels', 'Stroopwafels'],
    ['Tweedehands boeken', 'Second-hand books'],
    ['Een goed geschreven bericht', 'A well written message'],
    ['Uitslapen', 'Sleeping in'],
  ],
  bio: [
    [
      'Ik begon ooit om een avond te vullen en bleef om de gesprekken.',
      'I once started to fill an evening and stayed for the talks.',
    ],
    [
      'Overdag werk ik met cijfers, ’s avonds liever met mensen.',
      'By day I work with figures, in the evening I prefer people.',
    ],
    [
      'Wie hier vaker komt, weet dat ik altijd op tijd begin.',
      'Who comes here more often knows that I always start on time.',
    ],
  ],
} as const satisfies Record<string, Pairs>;

const tattoos: Pairs = [
  ['Een zwaluw op mijn pols', 'A swallow on my wrist'],
  ['Een klein kompas op mijn schouder', 'A small compass on my shoulder'],
  ['De coördinaten van mijn geboortedorp', 'The coordinates of the village I was born in'],
];

type Traits = Pick<SeedPerformer, 'username' | 'smoking' | 'shaved' | 'tattoo' | 'orientation'>;
interface More {
  details: ProfileDetails | null;
  texts: Record<TextLanguage, Partial<ProfileTexts>>;
}

/** Share of performers who filled in the long form. */
const LONG_FORM = 0.4;

/** The rest of the profile, for those who filled it in. Has its own random numbers, so that other fields stay the same. */
export function writeDetails(traits: Traits, always: boolean): More {
  const random = makeRandom(seedOf(`${traits.username} details`));
  if (!always && !random.chance(LONG_FORM)) return { details: null, texts: { nl: {}, en: {} } };
  const pairs = Object.entries(pools).map(([name, pool]) => [name, random.pick<Pair>(pool)] as const);
  if (traits.tattoo) pairs.push(['tattoos', random.pick<Pair>(tattoos)]);
  const inLanguage = (index: 0 | 1) => Object.fromEntries(pairs.map(([name, pair]) => [name, pair[index]]));
  const first = random.pick(['mask', 'gloves', 'boots'] as const);
  return {
    texts: { nl: inLanguage(0), en: inLanguage(1) },
    details: {
      smoker: traits.smoking ? random.pick(['sometimes', 'daily']) : 'never',
      pubicHair: traits.shaved === 'shaved' ? 'shaved' : random.pick(['natural', 'trimmed']),
      sexualPreference: traits.orientation === 'bisexual' ? 'everyone' : random.pick(['men', 'women']),
      sexPosition: random.pick(['sitting', 'standing', 'lying']),
      sexLocation: random.pick(['sofa', 'kitchen', 'balcony', 'hotel']),
      kinkyAttributes: [first, random.pick(['feather', 'candles'])],
    },
  };
}

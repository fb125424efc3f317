import type { Random } from '#demo/random.ts';
import type { Interest, ProfileTexts, SeedPerformer, TextLanguage } from './performer.ts';
import { cityNames } from './places.ts';

/** The same sentence in Dutch and in English. */
type Pair = readonly [nl: string, en: string];
type Pairs = readonly [Pair, ...Pair[]];

const mottos: Pairs = [
  ['Rustig aan, de avond is nog lang.', 'Take it slow, the evening is long.'],
  ['Wie lacht, blijft langer.', 'Those who laugh stay longer.'],
  ['Eerst koffie, dan de rest.', 'Coffee first, then the rest.'],
  ['Nieuwsgierig blijven is het halve werk.', 'Staying curious is half the work.'],
  ['Gewoon jezelf zijn is al bijzonder genoeg.', 'Being yourself is special enough.'],
  ['Elke dag een klein avontuur.', 'A small adventure every day.'],
  ['Goed gezelschap maakt elke dag beter.', 'Good company makes any day better.'],
  ['Ik luister net zo graag als ik praat.', 'I like to listen as much as I like to talk.'],
  ['Geen haast, wel plezier.', 'No hurry, plenty of fun.'],
  ['Een open blik en een warm welkom.', 'An open mind and a warm welcome.'],
  ['Morgen is ook een dag, maar vandaag is leuker.', 'Tomorrow is another day, but today is nicer.'],
  ['Van een compliment word ik nog steeds verlegen.', 'A compliment still makes me shy.'],
];

const characters: Pairs = [
  ['Vrolijk, direct en een tikje eigenwijs.', 'Cheerful, direct and a little stubborn.'],
  ['Rustig in het begin, daarna niet meer stil te krijgen.', 'Quiet at first, then hard to stop.'],
  ['Spontaan, warm en altijd in voor een grap.', 'Spontaneous, warm and always up for a joke.'],
  ['Geduldig en attent, met droge humor.', 'Patient and attentive, with a dry sense of humour.'],
  ['Een dromer die afspraken wel nakomt.', 'A dreamer who does keep appointments.'],
  ['Energiek overdag, zacht in de avond.', 'Full of energy by day, gentle in the evening.'],
  ['Eerlijk, nuchter en snel aan het lachen.', 'Honest, down to earth and quick to laugh.'],
  ['Zelfverzekerd, maar nooit te serieus.', 'Confident, but never too serious.'],
];

/** What a performer says about an interest: as a hobby, and as an invitation to talk. */
const interestTexts: Record<Interest, { hobby: Pairs; talk: Pairs }> = {
  talk: {
    hobby: [
      ['lange gesprekken', 'long conversations'],
      ['podcasts luisteren', 'listening to podcasts'],
    ],
    talk: [
      ['Vertel me gerust hoe je dag was.', 'Feel free to tell me about your day.'],
      ['Met mij kun je over alles praten.', 'You can talk with me about anything.'],
    ],
  },
  music: {
    hobby: [
      ['gitaar spelen', 'playing the guitar'],
      ['platen verzamelen', 'collecting records'],
      ['zingen onder de douche', 'singing in the shower'],
    ],
    talk: [
      ['Noem je favoriete plaat en ik zet hem op.', 'Name your favourite record and I will put it on.'],
      ['Er staat hier altijd muziek aan.', 'There is always music on over here.'],
    ],
  },
  cooking: {
    hobby: [
      ['taarten bakken', 'baking cakes'],
      ['Italiaans koken', 'cooking Italian'],
      ['een moestuin op het balkon', 'a vegetable garden on the balcony'],
    ],
    talk: [
      ['Ik ruil graag recepten met je.', 'I would love to swap recipes with you.'],
      ['Vraag me wat er vanavond op tafel komt.', 'Ask me what is for dinner tonight.'],
    ],
  },
  fitness: {
    hobby: [
      ['hardlopen', 'running'],
      ['yoga', 'yoga'],
      ['boulderen', 'bouldering'],
      ['zwemmen', 'swimming'],
    ],
    talk: [
      ['Na het sporten ben ik op mijn best.', 'I am at my best after a workout.'],
      [
        'Ik train vijf keer per week en daar ben ik best trots op.',
        'I train five times a week and I am rather proud of it.',
      ],
    ],
  },
  art: {
    hobby: [
      ['schilderen', 'painting'],
      ['keramiek', 'ceramics'],
      ['fotografie', 'photography'],
    ],
    talk: [
      ['Ik laat je graag zien waar ik aan werk.', 'I am happy to show you what I am working on.'],
      ['Een museum is mijn idee van een vrije dag.', 'A museum is my idea of a day off.'],
    ],
  },
  games: {
    hobby: [
      ['bordspellen', 'board games'],
      ['gamen', 'gaming'],
      ['schaken', 'chess'],
    ],
    talk: [
      ['Daag me uit voor een spelletje, ik verlies zelden.', 'Challenge me to a game, I rarely lose.'],
      ['Ik houd van spelen en van winnen.', 'I like to play and I like to win.'],
    ],
  },
  travel: {
    hobby: [
      ['stedentrips', 'city trips'],
      ['kamperen', 'camping'],
      ['talen leren', 'learning languages'],
    ],
    talk: [
      [
        'Vertel me over de mooiste plek waar je bent geweest.',
        'Tell me about the finest place you have been.',
      ],
      ['Mijn koffer staat altijd half ingepakt.', 'My suitcase is always half packed.'],
    ],
  },
  books: {
    hobby: [
      ['lezen', 'reading'],
      ['verhalen schrijven', 'writing stories'],
      ['poëzie', 'poetry'],
    ],
    talk: [
      [
        'Ik lees drie boeken tegelijk en raad er graag een aan.',
        'I read three books at once and gladly recommend one.',
      ],
      ['Een goed verhaal wint het altijd van me.', 'A good story always wins me over.'],
    ],
  },
  fashion: {
    hobby: [
      ['kleding naaien', 'sewing clothes'],
      ['tweedehands winkelen', 'thrift shopping'],
      ['dansen', 'dancing'],
    ],
    talk: [
      ['Help me kiezen wat ik vanavond aantrek.', 'Help me choose what to wear tonight.'],
      ['Mijn kledingkast is mijn beste investering.', 'My wardrobe is my best investment.'],
    ],
  },
};

const moments: Record<SeedPerformer['oftenOnline'], Pair> = {
  morning: ['Je vindt me meestal in de ochtend online.', 'You will usually find me online in the morning.'],
  afternoon: ['Meestal ben ik er in de middag.', 'I am usually here in the afternoon.'],
  evening: [
    'Vanaf een uur of acht zit ik er meestal klaar voor.',
    'From eight in the evening I am usually here.',
  ],
  night: [
    'Ik ben een nachtmens: na elven word ik pas wakker.',
    'I am a night person: I only wake up after eleven.',
  ],
};

const closings: Pairs = [
  ['Kom binnen, zeg hallo en blijf zo lang je wilt.', 'Come in, say hello and stay as long as you like.'],
  ['Een beleefd hallo is bij mij altijd een goed begin.', 'With me, a polite hello is always a good start.'],
  ['Ik maak graag kennis met je.', 'I look forward to meeting you.'],
  [
    'Bewaar me met het hartje, dan zie je meteen wanneer ik er weer ben.',
    'Keep me with the heart, and you will see at once when I am back.',
  ],
  [
    'Begin gerust met iets kleins, dan praat het net wat makkelijker.',
    'Feel free to start with something small, it makes talking easier.',
  ],
];

const shortPools = {
  music: [
    ['Soul en funk', 'Soul and funk'],
    ['Indie', 'Indie'],
    ['House', 'House'],
    ['Nederpop', 'Dutch pop'],
    ['Jazz', 'Jazz'],
    ['Klassiek', 'Classical'],
    ['R&B', 'R&B'],
    ['Rock uit de jaren 90', 'Nineties rock'],
  ],
  food: [
    ['Pasta', 'Pasta'],
    ['Sushi', 'Sushi'],
    ['Stamppot', 'Dutch mash'],
    ['Indonesisch', 'Indonesian'],
    ['Tapas', 'Tapas'],
    ['Pannenkoeken', 'Pancakes'],
    ['Alles met kaas', 'Anything with cheese'],
  ],
  drinks: [
    ['Verse muntthee', 'Fresh mint tea'],
    ['Rode wijn', 'Red wine'],
    ['Cappuccino', 'Cappuccino'],
    ['Bruisend water met citroen', 'Sparkling water with lemon'],
    ['Een goede gin-tonic', 'A good gin and tonic'],
    ['Speciaalbier', 'Craft beer'],
  ],
  pets: [
    ['Een kat', 'A cat'],
    ['Twee katten', 'Two cats'],
    ['Een hond', 'A dog'],
    ['Geen, wel veel planten', 'None, but many plants'],
    ['Een konijn', 'A rabbit'],
    ['Geen', 'None'],
  ],
  lifeGoal: [
    ['Een huis met uitzicht op zee', 'A house with a view of the sea'],
    ['Een jaar op reis', 'A year of travelling'],
    ['Een eigen atelier', 'A studio of my own'],
    ['Vijf talen spreken', 'Speaking five languages'],
    ['Elke dag iets nieuws leren', 'Learning something new every day'],
    ['Een klein restaurant beginnen', 'Opening a small restaurant'],
  ],
  nicestAboutMe: [
    ['Mijn lach', 'My smile'],
    ['Mijn ogen', 'My eyes'],
    ['Mijn stem', 'My voice'],
    ['Mijn humor', 'My sense of humour'],
    ['Mijn geduld', 'My patience'],
    ['Dat ik echt luister', 'That I really listen'],
  ],
  nicestAboutMen: [
    ['Een warme stem', 'A warm voice'],
    ['Goede manieren', 'Good manners'],
    ['Zelfspot', 'Being able to laugh at yourself'],
    ['Mooie handen', 'Nice hands'],
    ['Zelfvertrouwen zonder branie', 'Confidence without bravado'],
    ['Nieuwsgierigheid', 'Curiosity'],
  ],
  turnoff: [
    ['Haast', 'Being in a hurry'],
    ['Onbeleefdheid', 'Rudeness'],
    ['Alleen maar hoofdletters', 'Writing in capitals'],
    ['Opscheppen', 'Bragging'],
    ['Nooit iets terugvragen', 'Never asking anything back'],
  ],
} as const satisfies Record<string, Pairs>;

const homeLines: Pairs = [
  ['Ik woon in {city} en ben {age}.', 'I live in {city} and I am {age}.'],
  ['{age} jaar, {city}, en overal thuis.', '{age}, from {city}, at home anywhere.'],
  [
    'Groeten uit {city}, waar ik nu een paar jaar woon.',
    'Greetings from {city}, my home for a few years now.',
  ],
  ['Geboren reiziger, nu neergestreken in {city}.', 'A born traveller, settled in {city} for now.'],
];
const coupleLines: Pairs = [
  [
    'Wij wonen samen in {city} en ik ben degene die typt.',
    'We live together in {city} and I am the one who types.',
  ],
  [
    'Met z’n tweeën in {city}. Ik schrijf, de ander lacht mee.',
    'The two of us in {city}. I do the writing, we both do the laughing.',
  ],
];

type Subject = Pick<SeedPerformer, 'gender' | 'city' | 'oftenOnline'> & {
  age: number;
  interests: Interest[];
};

/** The texts of a profile, with the same facts in Dutch and in English. */
export function writeTexts(random: Random, subject: Subject): Record<TextLanguage, ProfileTexts> {
  const home = random.pick(subject.gender === 'couple' ? coupleLines : homeLines);
  const talk = subject.interests.map((interest) => random.pick<Pair>(interestTexts[interest].talk));
  const hobbies = subject.interests.map((interest) => random.pick<Pair>(interestTexts[interest].hobby));
  const sentences = [home, ...talk, moments[subject.oftenOnline], random.pick<Pair>(closings)];
  const motto = random.pick<Pair>(mottos);
  const personality = random.pick<Pair>(characters);
  const short = Object.entries(shortPools).map(([key, pool]) => [key, random.pick<Pair>(pool)] as const);
  const inLanguage = (index: 0 | 1): ProfileTexts => ({
    ...(Object.fromEntries(short.map(([key, pair]) => [key, pair[index]])) as Record<
      keyof typeof shortPools,
      string
    >),
    motto: motto[index],
    personality: personality[index],
    hobbies: joined(
      hobbies.map((pair) => pair[index]),
      index,
    ),
    description: sentences
      .map((pair) => pair[index])
      .join(' ')
      .replaceAll('{city}', cityNames.get(subject.city)?.[index] ?? subject.city)
      .replaceAll('{age}', String(subject.age)),
  });
  return { nl: inLanguage(0), en: inLanguage(1) };
}

function joined(parts: string[], language: 0 | 1): string {
  const text =
    parts.length < 2
      ? (parts[0] ?? '')
      : `${parts.slice(0, -1).join(', ')}${language ? ' and ' : ' en '}${parts.at(-1)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

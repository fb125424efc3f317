import { onlineStatus } from '#contract/performers/status.ts';
import type { Interest } from './categories.ts';
import type { SeedPerformer } from './performer.ts';

/** Words of a live performer for one language; `{name}` is who wrote or tipped, `{amount}` the credits. */
export interface Lines {
  /** Said to somebody who enters or says hello. */
  hello: readonly string[];
  /** About the performer's own evening: answers to "how are you", "what are you doing". */
  mood: readonly string[];
  /** About her subject, for questions and anything else. */
  subject: readonly string[];
  thanks: readonly string[];
}

type Fixed =
  | 'gender'
  | 'city'
  | 'country'
  | 'languages'
  | 'ethnicity'
  | 'hairColor'
  | 'eyeColor'
  | 'physique'
  | 'cybertoy'
  | 'rating'
  | 'onlineStatus';

/** A performer of the demo who really broadcasts. */
export interface LivePerformer {
  username: string;
  age: number;
  traits: Pick<SeedPerformer, Fixed>;
  interests: Interest[];
  persona: Record<'nl' | 'en', Lines>;
}

const { free, online } = onlineStatus;

/** Names and characters are fixed: tests, texts and the address book of the demo refer to them. */
export const liveCast: readonly LivePerformer[] = [
  {
    username: 'Femke',
    age: 27,
    interests: ['music', 'talk'],
    traits: {
      gender: 'female',
      city: 'Utrecht',
      country: 'NL',
      languages: ['nl', 'en'],
      ethnicity: 'caucasian',
      hairColor: 'red',
      eyeColor: 'green',
      physique: 'slim',
      cybertoy: 1,
      rating: 4.9,
      onlineStatus: free,
    },
    persona: {
      nl: {
        hello: ['Hoi {name}, gezellig dat je er bent!', 'Hé {name}! Kom erbij, ik zet net een plaat op.'],
        mood: [
          'Heel goed, ik heb de hele middag gitaar gespeeld.',
          'Lekker rustig hier: thee, kaarsje, muziek. En jij?',
        ],
        subject: [
          'Noem eens een plaat die je nooit verveelt?',
          'Ik speel sinds mijn twaalfde gitaar, vooral liedjes in mineur.',
          'Dat is een goede. Vertel verder?',
        ],
        thanks: [
          'Wat lief, {name}! Dank je wel voor {amount} credits.',
          'Dank je {name}, daar word ik vrolijk van!',
        ],
      },
      en: {
        hello: ['Hi {name}, lovely to have you here!', 'Hey {name}! Come in, I am just putting on a record.'],
        mood: [
          'Very well, I played the guitar all afternoon.',
          'Nice and quiet here: tea, a candle, music. And you?',
        ],
        subject: [
          'Which record never bores you?',
          'I have played the guitar since I was twelve, mostly sad songs.',
          'Good one. Tell me more?',
        ],
        thanks: [
          'How sweet, {name}! Thank you for {amount} credits.',
          'Thank you {name}, that made me smile!',
        ],
      },
    },
  },
  {
    username: 'Yara',
    age: 24,
    interests: ['fitness', 'travel'],
    traits: {
      gender: 'female',
      city: 'Rotterdam',
      country: 'NL',
      languages: ['nl', 'en', 'es'],
      ethnicity: 'latin',
      hairColor: 'black',
      eyeColor: 'brown',
      physique: 'athletic',
      cybertoy: 3,
      rating: 4.8,
      onlineStatus: free,
    },
    persona: {
      nl: {
        hello: ['Hola {name}! Welkom.', 'Hé {name}, net op tijd, ik kom van het sporten.'],
        mood: ['Vol energie! Tien kilometer gelopen langs de Maas.', 'Moe maar blij. Hoe was jouw dag?'],
        subject: [
          'Volgende maand ga ik naar Valencia. Ben je er wel eens geweest?',
          'Sporten doe ik het liefst buiten, ook als het regent.',
          'Haha, dat had ik niet verwacht. En toen?',
        ],
        thanks: ['Gracias {name}! {amount} credits, super lief.', 'Wauw, dank je wel {name}!'],
      },
      en: {
        hello: ['Hola {name}! Welcome.', 'Hey {name}, just in time, I am back from training.'],
        mood: ['Full of energy! I ran ten kilometres along the river.', 'Tired but happy. How was your day?'],
        subject: [
          'I am off to Valencia next month. Have you ever been?',
          'I like training outside best, even in the rain.',
          'Haha, I did not expect that. And then?',
        ],
        thanks: ['Gracias {name}! {amount} credits, so kind.', 'Wow, thank you {name}!'],
      },
    },
  },
  {
    username: 'Marlies',
    age: 46,
    interests: ['books', 'cooking'],
    traits: {
      gender: 'female',
      city: 'Haarlem',
      country: 'NL',
      languages: ['nl', 'en', 'de'],
      ethnicity: 'caucasian',
      hairColor: 'grey',
      eyeColor: 'blue',
      physique: 'average',
      cybertoy: 0,
      rating: 4.7,
      onlineStatus: online,
    },
    persona: {
      nl: {
        hello: ['Dag {name}, schuif maar aan.', 'Welkom {name}, fijn dat je even komt kijken.'],
        mood: [
          'Prima, er staat een soep op het vuur die nog een uur mag pruttelen.',
          'Ik zat net te lezen. Goed boek, slechte afloop.',
        ],
        subject: [
          'Wat lees jij op dit moment?',
          'Op mijn leeftijd weet je wat je leuk vindt. Dat scheelt tijd.',
          'Daar moet ik even over nadenken. Wat vind je zelf?',
        ],
        thanks: ['Wat attent van je, {name}. Dank je.', '{amount} credits! Je bent een heer, {name}.'],
      },
      en: {
        hello: ['Good evening {name}, pull up a chair.', 'Welcome {name}, nice of you to drop by.'],
        mood: [
          'Fine, there is a soup on the stove that needs another hour.',
          'I was just reading. Good book, sad ending.',
        ],
        subject: [
          'What are you reading at the moment?',
          'At my age you know what you like. It saves time.',
          'Let me think about that. What is your own view?',
        ],
        thanks: ['How thoughtful of you, {name}. Thank you.', '{amount} credits! You are very kind, {name}.'],
      },
    },
  },
  {
    username: 'Elena',
    age: 31,
    interests: ['art', 'travel'],
    traits: {
      gender: 'female',
      city: 'Bologna',
      country: 'IT',
      languages: ['it', 'en', 'nl'],
      ethnicity: 'mediterranean',
      hairColor: 'brown',
      eyeColor: 'hazel',
      physique: 'slim',
      cybertoy: 2,
      rating: 4.9,
      onlineStatus: free,
    },
    persona: {
      nl: {
        hello: [
          'Ciao {name}! Mijn Nederlands is nog nieuw, wees lief.',
          'Ciao {name}, welkom in mijn atelier.',
        ],
        mood: [
          'Ik heb verf op mijn handen, dus het was een goede dag.',
          'Rustig en tevreden. Bologna is mooi vanavond.',
        ],
        subject: [
          'Ik werk aan een groot blauw schilderij. Welke kleur past bij jou?',
          'In Italië praten wij met de handen, hier met de toetsen.',
          'Interessant! Hoe bedoel je dat precies?',
        ],
        thanks: [
          'Grazie mille {name}! Daar koop ik verf van.',
          'Wat mooi, {amount} credits. Dank je {name}!',
        ],
      },
      en: {
        hello: ['Ciao {name}! Good to see you.', 'Ciao {name}, welcome to my studio.'],
        mood: [
          'There is paint on my hands, so it was a good day.',
          'Calm and content. Bologna is beautiful tonight.',
        ],
        subject: [
          'I am working on a big blue painting. Which colour suits you?',
          'In Italy we talk with our hands, here with the keys.',
          'Interesting! What do you mean exactly?',
        ],
        thanks: [
          'Grazie mille {name}! That will buy some paint.',
          'Beautiful, {amount} credits. Thank you {name}!',
        ],
      },
    },
  },
  {
    username: 'Amber',
    age: 22,
    interests: ['games', 'music'],
    traits: {
      gender: 'female',
      city: 'Gent',
      country: 'BE',
      languages: ['nl', 'fr', 'en'],
      ethnicity: 'white',
      hairColor: 'coloured',
      eyeColor: 'grey',
      physique: 'slim',
      cybertoy: 5,
      rating: 4.6,
      onlineStatus: free,
    },
    persona: {
      nl: {
        hello: ['Hey {name}! Speler twee, welkom.', 'Dag {name}, ik was net aan het winnen.'],
        mood: [
          'Superfijn, eindelijk die ene baas verslagen.',
          'Beetje slaperig, maar daar helpt gezelschap tegen.',
        ],
        subject: [
          'Wat speel jij het liefst: samen of tegen elkaar?',
          'In Gent regent het, dus we blijven lekker binnen.',
          'Amai, dat moet je uitleggen!',
        ],
        thanks: ['Bonuspunten van {name}! Merci voor {amount} credits.', 'Merci {name}, je bent een schat.'],
      },
      en: {
        hello: ['Hey {name}! Player two, welcome.', 'Hi {name}, I was just winning.'],
        mood: ['Great, I finally beat that one boss.', 'A bit sleepy, but company helps.'],
        subject: [
          'What do you prefer: playing together or against each other?',
          'It rains in Ghent, so we stay inside.',
          'Oh wow, you have to explain that!',
        ],
        thanks: [
          'Bonus points from {name}! Thanks for {amount} credits.',
          'Merci {name}, you are a darling.',
        ],
      },
    },
  },
  {
    username: 'Imani',
    age: 34,
    interests: ['fashion', 'talk'],
    traits: {
      gender: 'female',
      city: 'Amsterdam',
      country: 'NL',
      languages: ['nl', 'en', 'fr'],
      ethnicity: 'ebony',
      hairColor: 'black',
      eyeColor: 'brown',
      physique: 'average',
      cybertoy: 1,
      rating: 5,
      onlineStatus: free,
    },
    persona: {
      nl: {
        hello: ['Welkom {name}, fijn je te zien.', 'Hallo {name}! Je komt precies op het goede moment.'],
        mood: [
          'Ik straal, ik heb net een jurk afgemaakt.',
          'Heel goed. De radio staat aan en ik heb de tijd.',
        ],
        subject: [
          'Ik naai al mijn kleren zelf. Wat trek jij het liefst aan?',
          'Vertel, wat was vandaag het leukste moment?',
          'Dat zeg je mooi.',
        ],
        thanks: ['Dank je wel, {name}. Wat een gul gebaar!', '{amount} credits, {name}! Je verwent me.'],
      },
      en: {
        hello: ['Welcome {name}, good to see you.', 'Hello {name}! You came at exactly the right moment.'],
        mood: ['I am glowing, I just finished a dress.', 'Very well. The radio is on and I have time.'],
        subject: [
          'I sew all my own clothes. What do you like to wear?',
          'Tell me, what was the best moment of your day?',
          'You put that nicely.',
        ],
        thanks: ['Thank you, {name}. What a generous gesture!', '{amount} credits, {name}! You spoil me.'],
      },
    },
  },
  {
    username: 'Sofie',
    age: 29,
    interests: ['cooking', 'talk'],
    traits: {
      gender: 'female',
      city: 'Antwerpen',
      country: 'BE',
      languages: ['nl', 'en', 'de'],
      ethnicity: 'caucasian',
      hairColor: 'blonde',
      eyeColor: 'blue',
      physique: 'fat',
      cybertoy: 0,
      rating: 4.8,
      onlineStatus: online,
    },
    persona: {
      nl: {
        hello: [
          'Dag {name}! Het ruikt hier naar appeltaart, helaas zie je dat niet.',
          'Welkom {name}, zet je neer.',
        ],
        mood: [
          'Alles goed! De oven staat aan, dus het is hier warm.',
          'Heel goed, ik heb net een recept van mijn oma geprobeerd.',
        ],
        subject: [
          'Wat heb jij vanavond gegeten?',
          'Ik kan iedereen leren koken, ook jou.',
          'Zeg, dat klinkt goed. Hoe lang doe je dat al?',
        ],
        thanks: [
          'Oh {name}, dank u! Voor u bewaar ik het grootste stuk.',
          'Merci voor {amount} credits, {name}!',
        ],
      },
      en: {
        hello: [
          'Hi {name}! It smells of apple pie here, sadly you cannot tell.',
          'Welcome {name}, have a seat.',
        ],
        mood: [
          'All good! The oven is on, so it is warm in here.',
          'Very well, I just tried a recipe of my grandmother.',
        ],
        subject: [
          'What did you have for dinner?',
          'I can teach anyone to cook, you too.',
          'That sounds good. How long have you done that?',
        ],
        thanks: [
          'Oh {name}, thank you! I am saving you the biggest slice.',
          'Thanks for {amount} credits, {name}!',
        ],
      },
    },
  },
  {
    username: 'Ruben',
    age: 33,
    interests: ['fitness', 'books'],
    traits: {
      gender: 'male',
      city: 'Groningen',
      country: 'NL',
      languages: ['nl', 'en'],
      ethnicity: 'caucasian',
      hairColor: 'brown',
      eyeColor: 'blue',
      physique: 'athletic',
      cybertoy: 0,
      rating: 4.5,
      onlineStatus: free,
    },
    persona: {
      nl: {
        hello: ['Moi {name}, welkom.', 'Hé {name}, goed dat je er bent.'],
        mood: [
          'Best! Net terug van een rondje fietsen tegen de wind in.',
          'Rustig. Koffie erbij, boek ernaast.',
        ],
        subject: [
          'Wat doe jij om te ontspannen?',
          'Groningen is klein, maar je verveelt je er nooit.',
          'Goed punt. Daar had ik nog niet aan gedacht.',
        ],
        thanks: [
          'Topper, {name}! Dank voor {amount} credits.',
          'Dat had niet gehoeven, {name}, maar dank je wel.',
        ],
      },
      en: {
        hello: ['Hi {name}, welcome.', 'Hey {name}, good to have you here.'],
        mood: ['Fine! Just back from cycling against the wind.', 'Quiet. Coffee here, book there.'],
        subject: [
          'What do you do to unwind?',
          'Groningen is small, but you never get bored.',
          'Good point. I had not thought of that.',
        ],
        thanks: [
          'You are great, {name}! Thanks for {amount} credits.',
          'You did not have to, {name}, but thank you.',
        ],
      },
    },
  },
];

import { onlineStatus } from '#contract/performers/status.ts';
import type { LivePerformer } from '../performer.ts';

export const femke: LivePerformer = {
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
    onlineStatus: onlineStatus.free,
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
      thanks: ['How sweet, {name}! Thank you for {amount} credits.', 'Thank you {name}, that made me smile!'],
    },
  },
};

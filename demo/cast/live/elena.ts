import { onlineStatus } from '#contract/performers/status.ts';
import type { LivePerformer } from '../performer.ts';

export const elena: LivePerformer = {
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
    onlineStatus: onlineStatus.free,
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
      thanks: ['Grazie mille {name}! Daar koop ik verf van.', 'Wat mooi, {amount} credits. Dank je {name}!'],
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
};

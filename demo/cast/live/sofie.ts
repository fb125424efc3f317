import { onlineStatus } from '#contract/performers/status.ts';
import type { LivePerformer } from '../performer.ts';

export const sofie: LivePerformer = {
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
    onlineStatus: onlineStatus.online,
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
};

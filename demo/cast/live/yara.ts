import { onlineStatus } from '#contract/performers/status.ts';
import type { LivePerformer } from '../performer.ts';

export const yara: LivePerformer = {
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
    onlineStatus: onlineStatus.free,
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
};

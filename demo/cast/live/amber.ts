import { onlineStatus } from '#contract/performers/status.ts';
import type { LivePerformer } from '../performer.ts';

export const amber: LivePerformer = {
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
    onlineStatus: onlineStatus.free,
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
      thanks: ['Bonus points from {name}! Thanks for {amount} credits.', 'Merci {name}, you are a darling.'],
    },
  },
};

import { onlineStatus } from '#contract/performers/status.ts';
import type { LivePerformer } from '../performer.ts';

export const imani: LivePerformer = {
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
    onlineStatus: onlineStatus.free,
  },
  persona: {
    nl: {
      hello: ['Welkom {name}, fijn je te zien.', 'Hallo {name}! Je komt precies op het goede moment.'],
      mood: ['Ik straal, ik heb net een jurk afgemaakt.', 'Heel goed. De radio staat aan en ik heb de tijd.'],
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
};

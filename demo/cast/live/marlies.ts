import { onlineStatus } from '#contract/performers/status.ts';
import type { LivePerformer } from '../performer.ts';

export const marlies: LivePerformer = {
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
    onlineStatus: onlineStatus.online,
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
};

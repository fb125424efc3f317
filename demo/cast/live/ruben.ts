import { onlineStatus } from '#contract/performers/status.ts';
import type { LivePerformer } from '../performer.ts';

export const ruben: LivePerformer = {
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
    onlineStatus: onlineStatus.free,
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
};

import type { OnlineStatus } from '#contract/performers/status.ts';

export type Gender = 'female' | 'male' | 'trans' | 'couple';
/** Languages of the cast's profiles and chat; a page in another language shows the default one. */
export type TextLanguage = 'nl' | 'en';

export type CastLanguage = 'nl' | 'en' | 'de' | 'fr' | 'es' | 'it';
export type Ethnicity =
  | 'arabic'
  | 'asian'
  | 'caucasian'
  | 'white'
  | 'ebony'
  | 'latin'
  | 'south-american'
  | 'mediterranean';
export type HairColor =
  | 'blonde'
  | 'dark_blonde'
  | 'brown'
  | 'black'
  | 'red'
  | 'other'
  | 'coloured'
  | 'grey'
  | 'bald'
  | 'white';
export type EyeColor = 'brown' | 'blue' | 'green' | 'grey' | 'hazel';
/** Codes 1 and 2 pass the toy filter; the popular filter adds 3 and 5. */
export type ToyCode = 0 | 1 | 2 | 3 | 5;
export type Size = 1 | 2 | 3 | 4;

/** A performer's own texts in one language. */
export interface ProfileTexts {
  motto: string;
  description: string;
  personality: string;
  hobbies: string;
  music: string;
  food: string;
  drinks: string;
  pets: string;
  lifeGoal: string;
  nicestAboutMe: string;
  nicestAboutMen: string;
  turnoff: string;
  character?: string;
  manType?: string;
  favoriteBodyPart?: string;
  favoriteDrinks?: string;
  favoriteFood?: string;
  favoriteMusic?: string;
  weakness?: string;
  tattoos?: string;
  bio?: string;
}

/** Coded fields of the long form, which not every performer filled in. */
export interface ProfileDetails {
  smoker: 'never' | 'sometimes' | 'daily';
  pubicHair: 'shaved' | 'trimmed' | 'natural';
  sexualPreference: 'men' | 'women' | 'everyone';
  sexPosition: 'sitting' | 'standing' | 'lying';
  sexLocation: 'sofa' | 'kitchen' | 'balcony' | 'hotel';
  kinkyAttributes: ('mask' | 'gloves' | 'boots' | 'feather' | 'candles')[];
}

/** One seeded performer as plain data; dates are ISO days or ISO instants. */
export interface SeedPerformer {
  id: number;
  username: string;
  gender: Gender;
  /** ISO day. */
  dateOfBirth: string;
  city: string;
  country: string;
  languages: CastLanguage[];
  /** nl 1, en 2, de 4, fr 8, es 16, it 32. */
  languageBitflag: number;
  ethnicity: Ethnicity;
  hairColor: HairColor;
  eyeColor: EyeColor;
  physique: 'slim' | 'average' | 'athletic' | 'fat';
  breastSize: Size | null;
  penisSize: Size | null;
  shaved: 'shaved' | 'natural';
  piercings: boolean;
  tattoo: boolean;
  smoking: boolean;
  cybertoy: ToyCode;
  orientation: 'straight' | 'bisexual' | 'gay';
  relationship: 'single' | 'relationship' | 'open';
  zodiac: string;
  luckyNumber: number;
  /** 1 reserved, 2 open, 3 daring. */
  decency: 1 | 2 | 3;
  /** Also has pictures and shows without nudity. */
  nonude: boolean;
  showType: ('free' | 'paid' | 'vip')[];
  webcamming: 'daily' | 'weekly' | 'weekend';
  oftenOnline: 'morning' | 'afternoon' | 'evening' | 'night';
  /** One decimal, 3.0 to 5.0. */
  rating: number;
  /** ISO instant. */
  firstCamSession: string;
  /** ISO instant. */
  lastCamSession: string;
  onlineStatus: OnlineStatus;
  categories: string[];
  details: ProfileDetails | null;
  texts: Record<TextLanguage, ProfileTexts>;
}

/** Categories a performer can choose; the others follow from the profile. */
export const interests = [
  'talk',
  'music',
  'cooking',
  'fitness',
  'art',
  'games',
  'travel',
  'books',
  'fashion',
] as const;
export type Interest = (typeof interests)[number];

/** Lines of a live performer in one language; `{name}` is the person who wrote or tipped, `{amount}` the credits. */
export interface Lines {
  /** Said to a person who enters or says hello. */
  hello: readonly string[];
  /** About the performer's evening: answers to "how are you" and "what are you doing". */
  mood: readonly string[];
  /** About the performer's subject, for questions and everything else. */
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

/** A performer of the demo who actually broadcasts. */
export interface LivePerformer {
  username: string;
  age: number;
  traits: Pick<SeedPerformer, Fixed>;
  interests: Interest[];
  persona: Record<TextLanguage, Lines>;
}

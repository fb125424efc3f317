import type { Interest } from './interests.ts';
import type { SeedPerformer, TextLanguage } from './performer.ts';

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

import type { Interest } from './interests.ts';
import type { SeedPerformer, TextLanguage } from './performer.ts';

/** Words of a live performer for one language; `{name}` is who wrote or tipped, `{amount}` the credits. */
export interface Lines {
  /** Said to somebody who enters or says hello. */
  hello: readonly string[];
  /** About the performer's own evening: answers to "how are you", "what are you doing". */
  mood: readonly string[];
  /** About her subject, for questions and anything else. */
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

/** A performer of the demo who really broadcasts. */
export interface LivePerformer {
  username: string;
  age: number;
  traits: Pick<SeedPerformer, Fixed>;
  interests: Interest[];
  persona: Record<TextLanguage, Lines>;
}

import { atom, type ReadableAtom } from 'nanostores';
import {
  changeUsername as changeUsernameCall,
  SUGGESTION_LIMIT,
  suggestUsernames,
} from '#contract/member/settings-calls.ts';
import { refuseUsername, tellsEmail, type UsernameError } from '#contract/member/usernames.ts';
import { call } from '../../api/call.ts';
import { createForm, type Form } from '../../forms/submit.ts';
import { log } from '../../shell/log.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { $session } from '../account/store.ts';

/** ms without a key before a name is looked up. */
export const LOOK_UP_MS = 350;

/** What is known of the name that is typed; `unknown` also while it breaks a rule or nobody could be asked. */
export type Availability = 'unknown' | 'asking' | 'free' | 'taken';

const texts: Readonly<Record<UsernameError, MessageKey>> = {
  'registration.error.forbiddenWords': 'settings.username.error.forbiddenWords',
  'change_username.invalidChar': 'settings.username.error.invalidChar',
  'change_username.nicknameLength': 'settings.username.error.nicknameLength',
};

/** The rule that the name breaks, as a text. */
export function usernameErrorKey(name: string): MessageKey | null {
  const refused = refuseUsername(name.trim());
  return refused && texts[refused];
}

/** One that tells the own address may be chosen, but is never among the suggestions. */
function availabilityOf(wish: string, suggestions: readonly string[]): Availability {
  if (suggestions.includes(wish)) return 'free';
  const session = $session.get();
  return session.status === 'member' && tellsEmail(wish, session.email) ? 'unknown' : 'taken';
}

export interface UsernameStore {
  readonly $availability: ReadableAtom<Availability>;
  readonly $suggestions: ReadableAtom<readonly string[]>;
  readonly usernameForm: Form<'username', { username: string }>;
  /** Looks a name up when nothing was typed for a moment. Without a name, of an e-mail address: only suggestions. */
  lookUpUsername(wish: string, own: string): void;
  /** One that was suggested is free. */
  takeSuggestion(): void;
  /** Stops looking up: later answers change nothing. */
  close(): void;
}

/** What one form for a username knows; `close` ends its look-ups. */
export function createUsername(): UsernameStore {
  const $availability = atom<Availability>('unknown');
  const $suggestions = atom<readonly string[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookUps = 0;

  /** An answer that comes after the next key is for another name. */
  const ask = async (about: string, isWish: boolean): Promise<void> => {
    const turn = lookUps;
    try {
      const { suggestions } = await call(suggestUsernames, { username: about, limit: SUGGESTION_LIMIT });
      if (turn !== lookUps) return;
      if (isWish) $availability.set(availabilityOf(about, suggestions));
      $suggestions.set(suggestions.filter((name) => !isWish || name !== about));
    } catch (error) {
      log.warn('usernames could not be looked up', String(error));
      if (turn === lookUps) $availability.set('unknown');
    }
  };
  const close = (): void => {
    clearTimeout(timer);
    lookUps += 1;
  };

  return {
    $availability,
    $suggestions,
    usernameForm: createUsernameForm(() => $availability.set('unknown')),
    lookUpUsername(wish, own) {
      const name = wish.trim();
      close();
      const isWish = name !== own && usernameErrorKey(name) === null;
      $availability.set(isWish ? 'asking' : 'unknown');
      if (!isWish && $suggestions.get().length > 0) return;
      timer = setTimeout(() => void ask(isWish ? name : own, isWish), isWish ? LOOK_UP_MS : 0);
    },
    takeSuggestion() {
      close();
      $availability.set('free');
    },
    close,
  };
}

const createUsernameForm = (onSaved: () => void): UsernameStore['usernameForm'] =>
  createForm<'username', { username: string }>({
    check: ({ username }) => {
      const wrong = usernameErrorKey(username);
      return wrong ? { username: wrong } : {};
    },
    async send({ username }) {
      const name = username.trim();
      await call(changeUsernameCall, { username: name });
      const session = $session.get();
      if (session.status === 'member') $session.set({ ...session, username: name });
      onSaved();
    },
    labels: {
      'badRequest.username_exists': { field: 'username', message: 'settings.username.error.username_exists' },
      'badRequest.forbiddenWords': { field: 'username', message: 'settings.username.error.forbiddenWords' },
      'badRequest.invalidChar': { field: 'username', message: 'settings.username.error.invalidChar' },
      'badRequest.nicknameLength': { field: 'username', message: 'settings.username.error.nicknameLength' },
      'badRequest.tooMany': { message: 'member.tooMany' },
    },
  });

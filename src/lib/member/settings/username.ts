import { atom, type ReadableAtom } from 'nanostores';
import {
  changeUsername as changeUsernameCall,
  SUGGESTION_LIMIT,
  suggestUsernames,
} from '#contract/member/settings/settings-calls.ts';
import { refuseUsername, tellsEmail, type UsernameError } from '#contract/member/usernames.ts';
import { call } from '../../api/call.ts';
import { createForm, type Form } from '../../forms/submit.ts';
import { log } from '../../shell/log.ts';
import { $session } from '../../shell/start/session.ts';
import type { MessageKey } from '../../site/i18n.ts';

/** ms without a keystroke before a name is checked. */
export const LOOK_UP_MS = 350;

/** State of the typed name; `unknown` also if it breaks a rule or the server is unreachable. */
export type Availability = 'unknown' | 'asking' | 'free' | 'taken';

const texts: Readonly<Record<UsernameError, MessageKey>> = {
  'registration.error.forbiddenWords': 'settings.username.error.forbiddenWords',
  'change_username.invalidChar': 'settings.username.error.invalidChar',
  'change_username.nicknameLength': 'settings.username.error.nicknameLength',
};

/** Text of the rule the name breaks; null if valid. */
export function usernameErrorKey(name: string): MessageKey | null {
  const refused = refuseUsername(name.trim());
  return refused && texts[refused];
}

/** A name that reveals the own e-mail address may be chosen, but is never suggested. */
function availabilityOf(wish: string, suggestions: readonly string[]): Availability {
  if (suggestions.includes(wish)) return 'free';
  const session = $session.get();
  return session.status === 'member' && tellsEmail(wish, session.email) ? 'unknown' : 'taken';
}

export interface UsernameStore {
  readonly $availability: ReadableAtom<Availability>;
  readonly $suggestions: ReadableAtom<readonly string[]>;
  readonly usernameForm: Form<'username', { username: string }>;
  /** Checks a name after a pause in typing. Without a name, for an e-mail address: only suggestions. */
  lookUpUsername(wish: string, own: string): void;
  /** A suggested name is free. */
  takeSuggestion(): void;
  /** Stops checking: later responses change nothing. */
  close(): void;
}

/** State of one username form; `close` ends its checks. */
export function createUsername(): UsernameStore {
  const $availability = atom<Availability>('unknown');
  const $suggestions = atom<readonly string[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookUps = 0;

  /** A response that arrives after the next keystroke is for another name. */
  const ask = async (about: string, isWish: boolean): Promise<void> => {
    const turn = lookUps;
    try {
      const { suggestions } = await call(suggestUsernames, { username: about, limit: SUGGESTION_LIMIT });
      if (turn !== lookUps) return;
      if (isWish) $availability.set(availabilityOf(about, suggestions));
      $suggestions.set(suggestions.filter((name) => !isWish || name !== about));
    } catch (error) {
      log.warn('Username could not be checked', String(error));
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
      'badRequest.username_exists': { field: 'username' },
      'badRequest.forbiddenWords': { field: 'username' },
      'badRequest.invalidChar': { field: 'username' },
      'badRequest.nicknameLength': { field: 'username' },
    },
  });

import { atom } from 'nanostores';
import {
  changeUsername as changeUsernameCall,
  SUGGESTION_LIMIT,
  suggestUsernames,
} from '#contract/member/settings-calls.ts';
import { refuseUsername, type UsernameError } from '#contract/member/usernames.ts';
import { call } from '../../api/call.ts';
import { createForm } from '../../forms/submit.ts';
import { log } from '../../shell/log.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { $session } from '../account/store.ts';

/** ms without a key before a name is looked up. */
export const LOOK_UP_MS = 350;

/** What is known of the name that is typed; `unknown` also while it breaks a rule or nobody could be asked. */
export type Availability = 'unknown' | 'asking' | 'free' | 'taken';

export const $availability = atom<Availability>('unknown');
export const $suggestions = atom<readonly string[]>([]);

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

let timer: ReturnType<typeof setTimeout> | undefined;
let lookUps = 0;

/** Looks a name up when nothing was typed for a moment. Without a name, of an e-mail address: only suggestions. */
export function lookUpUsername(wish: string, own: string): void {
  const name = wish.trim();
  stopLookUp();
  const isWish = name !== own && usernameErrorKey(name) === null;
  $availability.set(isWish ? 'asking' : 'unknown');
  if (!isWish && $suggestions.get().length > 0) return;
  const turn = lookUps;
  const about = isWish ? name : own;
  timer = setTimeout(() => void ask({ about, isWish, turn }), isWish ? LOOK_UP_MS : 0);
}

/** An answer that comes after the next key is for another name. */
async function ask({ about, isWish, turn }: { about: string; isWish: boolean; turn: number }): Promise<void> {
  try {
    const { suggestions } = await call(suggestUsernames, { username: about, limit: SUGGESTION_LIMIT });
    if (turn !== lookUps) return;
    if (isWish) $availability.set(suggestions.includes(about) ? 'free' : 'taken');
    $suggestions.set(suggestions.filter((name) => !isWish || name !== about));
  } catch (error) {
    log.warn('usernames could not be looked up', String(error));
    if (turn === lookUps) $availability.set('unknown');
  }
}

/** Whatever is answered from now on is for nobody. */
export function stopLookUp(): void {
  clearTimeout(timer);
  lookUps += 1;
}

/** One that was suggested is free. */
export function takeSuggestion(): void {
  stopLookUp();
  $availability.set('free');
}

export const usernameForm = createForm<'username', { username: string }>({
  check: ({ username }) => {
    const wrong = usernameErrorKey(username);
    return wrong ? { username: wrong } : {};
  },
  async send({ username }) {
    const name = username.trim();
    await call(changeUsernameCall, { username: name });
    const session = $session.get();
    if (session.status === 'member') $session.set({ ...session, username: name });
    $availability.set('unknown');
  },
  labels: {
    'badRequest.username_exists': { field: 'username', message: 'settings.username.error.username_exists' },
    'badRequest.forbiddenWords': { field: 'username', message: 'settings.username.error.forbiddenWords' },
    'badRequest.invalidChar': { field: 'username', message: 'settings.username.error.invalidChar' },
    'badRequest.nicknameLength': { field: 'username', message: 'settings.username.error.nicknameLength' },
    'badRequest.tooMany': { message: 'member.tooMany' },
  },
});

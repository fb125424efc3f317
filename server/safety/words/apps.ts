import { foldWord, wordSet } from './fold.ts';
import { vocabulary } from './vocabulary.ts';

const folded = (text: string): string[] => [...wordSet(text)].map(foldWord);

/** Messengers: in an invitation the name alone is masked. Also with letters after it. */
const messengers = folded(
  'whatsapp watsapp wattsapp whatsupp whatsap telegram snapchat wechat viber skype kakaotalk onlyfans wapp',
);
/** Services where people have accounts. */
const places: ReadonlySet<string> = new Set(
  folded(`
  snapje insta instagram facebook tiktok twitter discord signal fansly linktree reddit hangouts grindr linkedin pinterest snapuser
  instanaam instaname snapnaam snapname instauser revtag zelle bluesky mastodon bumble tinder badoo paypal cashapp venmo revolut threema
  wickr gramm instagr gmail hotmail icloud protonmail
`),
);
/** Short names, which folding would turn into other words. */
const short = wordSet('snap ig fb kik tg snapp snep snepje insto inst psn bsky 👻');
/** Names with other meanings: they need something shaped like an account. */
const doubtful = wordSet(`
  sc tt dc wa imo vk qq gram tele session line face fbm threads steam twitch youtube yt zoom matrix element xbox messenger x disc
  spookje spook ghost geist gespenst vogeltje steamid teams google app 📸 📷 ✈ 🐦
`);

/** A name without its vowels, as it sounds. */
const soundOf = (word: string): string =>
  word.slice(0, 1) +
  word
    .slice(1)
    .replace(/[ckq]/g, 'k')
    .replace(/[mn]/g, 'n')
    .replace(/[vf]/g, 'f')
    .replace(/z/g, 's')
    .replace(/[aeiouyh\d]/g, '')
    .replace(/(.)\1+/g, '$1');
const sounds: ReadonlySet<string> = new Set(
  'telegram instagram snapchat facebook fesboek discord onlyfans'.split(' ').map(soundOf),
);

export interface App {
  readonly isMessenger: boolean;
  readonly isDoubtful: boolean;
  /** Spelled to avoid detection. */
  readonly isDisguised: boolean;
}

/** The app that a word names, also if it is disguised (`sn4p`, `sn@p`) or misspelled (`snepchet`); null for other words. */
export function appOf(word: string): App | null {
  if (!short.has(word) && !doubtful.has(word) && vocabulary().commonWords.has(word)) return null;
  const key = foldWord(word);
  const isPlain = /^\p{L}+$/u.test(word);
  const isMessenger = messengers.some((name) => key.startsWith(name));
  if (isMessenger) return { isMessenger, isDoubtful: false, isDisguised: !isPlain };
  if (doubtful.has(word)) return { isMessenger, isDoubtful: true, isDisguised: false };
  if (short.has(word)) return { isMessenger, isDoubtful: false, isDisguised: false };
  if (places.has(key) || (!isPlain && key === 'snap'))
    return { isMessenger, isDoubtful: false, isDisguised: !isPlain };
  const isMisspelled =
    isPlain && /^[tisfdo]/.test(word) && word.length > 4 && word.length < 15 && sounds.has(soundOf(word));
  return isMisspelled ? { isMessenger, isDoubtful: false, isDisguised: true } : null;
}

/** Names often typed in two words, with a space or sign between. */
export const halves =
  /(?<![\p{L}\d])(?:(whats)[ ._*-](app)|(tele|insta)[ ._*-](gram)|(snap)[ ._*-](chat)|(face)[ ._*-](book)|(tik)[ ._*-](tok)|(cash)[ ._*-](app)|(only)[ ._*-](fans)|(pay)[ ._*-](pal)|(g|hot|proton|gee|ge)[ ._*-](mail)|(out)[ ._*-](look)|(i)[ ._*-](cloud)|(ya)[ ._*-](hoo))(?!\p{L}{4})/gu;

import { foldWord, type Letter } from './fold.ts';
import type { Token } from './tokens.ts';
import { foldedSet, makeWordList, type Part, wordSet } from './word-list.ts';

/** Messengers: in an invitation the name alone is enough. */
const messengerNames = [
  'whatsapp',
  'watsapp',
  'wattsapp',
  'whatsupp',
  'whatsap',
  'telegram',
  'snapchat',
  'wechat',
  'viber',
  'skype',
  'kakaotalk',
  'onlyfans',
];
const messengers = makeWordList(messengerNames, { open: true });
const plainMessengers = wordSet(messengerNames.join(' '));

/** Services where people have accounts. */
const places = foldedSet(`
  snapje insta instagram facebook tiktok twitter discord signal gmail hotmail wapp fansly linktree reddit
  hangouts grindr linkedin pinterest instanaam instaname snapnaam snapname snapchatnaam snapchatname snapuser instauser revtag zelle bsky psn gamertag instagrama
  paypal cashapp venmo revolut threema wickr bluesky mastodon bumble tinder badoo instagr gramm skype
`);
/** With a sign instead of a letter: `sn@p`, `!nsta`. */
const disguisedPlaces = makeWordList(
  'snap insta instagram facebook tiktok twitter discord signal paypal'.split(' '),
);
/** Short names, which folding would turn into other words. */
const shortPlaces = wordSet('snap ig fb kik tg snapp snep snepje insto inst');
/** Names with other meanings: they need something shaped like an account name. */
const doubtful = wordSet(`
  sc tt dc wa imo vk qq gram tele session line face fbm threads steam twitch youtube yt zoom matrix element xbox messenger x disc
  spookje spook ghost geist gespenst vogeltje bird steamid vsco teams google
`);
/** Emojis that stand for an app. */
const pictures: ReadonlySet<string> = new Set(['👻']);
/** Emojis that also mean other things. */
const doubtfulPictures: ReadonlySet<string> = new Set(['📸', '📷', '✈', '🐦']);
/** Descriptions: `blauwe app`, `ghost app`. */
const likenesses = wordSet(
  'blauwe gele groene paarse blue yellow green purple blaue gelbe grune lila bird ghost vogel spook spookjes camera vliegtuig plane geister',
);

export interface App {
  /** Token indexes. */
  readonly first: number;
  readonly last: number;
  readonly part: Part;
  /** In an invitation the name itself is masked. */
  readonly isMessenger: boolean;
  readonly isDoubtful: boolean;
  /** Spelled to avoid detection. */
  readonly isDisguised: boolean;
}

export function findApps(tokens: readonly Token[], letters: readonly Letter[], text: string): App[] {
  const apps = appsOfWords(tokens);
  const disguised = messengersIn(tokens, disguisedPlaces.find(letters, text), text);
  for (const app of disguised)
    if (app.last > app.first) apps.set(app.first, { ...app, isMessenger: false, isDisguised: true });
  for (const app of messengersIn(tokens, messengers.find(letters, text), text)) apps.set(app.first, app);
  return [...apps.values()];
}

function appsOfWords(tokens: readonly Token[]): Map<number, App> {
  const apps = new Map<number, App>();
  for (const [at, token] of tokens.entries()) {
    const { kind, text, key, isSpaced = false } = token;
    const isPicture = kind === 'sign' && (pictures.has(text) || doubtfulPictures.has(text));
    if (kind !== 'word' && !isPicture) continue;
    const isShort = shortPlaces.has(text);
    const isDoubtful = doubtful.has(text) || doubtfulPictures.has(text);
    const isWrong = isMisspelled(text);
    const isLike = isWrong || isLikeness(tokens, at) || (/\d/.test(text) && key === 'snap');
    if (!isPicture && !isShort && !isDoubtful && !isLike && !places.has(key)) continue;
    const isDisguised = isSpaced || isWrong || (!isShort && /\d/.test(text) && text !== key);
    apps.set(at, { first: at, last: at, part: token, isMessenger: false, isDoubtful, isDisguised });
  }
  return apps;
}

/** A name without its vowels, as it sounds. */
function skeletonOf(word: string): string {
  const sounds = word.replace(/[ckq]/g, 'k').replace(/[mn]/g, 'n').replace(/[vf]/g, 'f').replace(/z/g, 's');
  return (
    sounds.slice(0, 1) +
    sounds
      .slice(1)
      .replace(/[aeiouyh\d]/g, '')
      .replace(/(.)\1+/g, '$1')
  );
}

const skeletons: ReadonlySet<string> = new Set(
  'telegram instagram snapchat facebook fesboek discord onlyfans'.split(' ').map(skeletonOf),
);
/** Other words with the same skeleton. */
const notMisspelled = wordSet('discard discards');
const MISSPELLED_MIN = 5;
const MISSPELLED_MAX = 14;

/** `snepchet`, `tlgrm`, `instagrem`. */
const isMisspelled = (word: string): boolean =>
  word.length >= MISSPELLED_MIN &&
  word.length <= MISSPELLED_MAX &&
  skeletons.has(skeletonOf(word)) &&
  !places.has(foldWord(word)) &&
  !plainMessengers.has(word) &&
  !notMisspelled.has(word);

const isLikeness = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'app' &&
  tokens[at - 1]?.kind === 'space' &&
  likenesses.has(tokens[at - 2]?.text ?? '');

function messengersIn(tokens: readonly Token[], parts: readonly Part[], text: string): App[] {
  const apps: App[] = [];
  let first = 0;
  for (const part of parts) {
    while (first < tokens.length && (tokens[first]?.to ?? 0) <= part.from) first += 1;
    let last = first;
    while (last + 1 < tokens.length && (tokens[last + 1]?.from ?? 0) < part.to) last += 1;
    const isDisguised = !plainMessengers.has(text.slice(part.from, part.to).toLowerCase());
    apps.push({ first, last, part, isMessenger: true, isDoubtful: false, isDisguised });
  }
  return apps;
}

/** Whether a word is the name of an app. */
export const isAppName = ({ text, key }: Token): boolean =>
  shortPlaces.has(text) || places.has(key) || messengerKeys.has(key);
const messengerKeys: ReadonlySet<string> = new Set(messengerNames.map(foldWord));

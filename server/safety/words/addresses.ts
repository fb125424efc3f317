import { isRareWord } from './account-names.ts';
import { commonWords } from './common-words.ts';
import { isName, skipSpace, type Token } from './tokens.ts';
import { foldedSet, type Part, wordSet } from './word-list.ts';

/** Endings that are not words in any of the languages. */
const plainEndings = wordSet(
  'com nl net org eu tv io xxx uk fr ru cc biz gg ly app cam cams porn sex nu ws dev xyz eth onion webcam tube tk pw su cz ro hu gr pt fi jp cn',
);
/** Endings that are also words: they need more of an address around them. */
const otherEndings = wordSet(`
  be me to de co ai in is it at live vip club info link online shop site chat fans bio id us ch es dk se no pl ee page blog store top pro
`);
/** Those of them that make an address after a word like `kijk op`. */
const shownEndings = wordSet('club info link online shop site chat fans bio vip live page blog store');
const showing = wordSet(
  'op naar via site website zie kijk check bezoek visit see page pagina link url on to',
);
/** Endings after a spoken dot: `punt nl`. */
const spokenEndings = wordSet('com nl org eu be net tv uk');
/** Endings of a mail address with an at sign or a spoken one. */
const spokenMailEndings = wordSet('com nl org eu be net tv uk de me io at ch fr co');
/** Not host names before `punt nl`. */
const noLabels = wordSet('of or oder und en and de het the een a an in is op dot punt punkt met with mit');
/** Start a path after a spoken host: `onlyfans com slash vera`. */
const pathWords = wordSet('slash schuine streep schrägstrich schragstrich');
/** Endings after a provider with only a space between: `johnny gmail com`. */
const bareEndings = wordSet('com nl net org be de fr uk eu me');
/** Dot and ending in one word: `puntnl`. */
const joinedEndings = wordSet('puntcom puntnl puntbe puntnet dotcom dotnl dotnet dotorg');

const providers = foldedSet(`
  gmail googlemail hotmail outlook yahoo icloud protonmail proton ziggo kpnmail gmx xs4all live msn planet telenet aol mail upcmail hetnet
  tutanota zoho fastmail ymail rocketmail posteo freenet mailbox web t-online arcor casema quicknet chello skynet proximus pandora btinternet
  yandex hushmail geemail gemail jeemail
`);
/** Provider and ending without the dot: `vera@gmailcom`. */
const joinedProviders = foldedSet(
  'gmailcom hotmailcom outlookcom yahoocom icloudcom hotmailnl livenl ziggonl',
);
const wordyProviders = foldedSet('live planet mail proton web mailbox pandora skynet');
/** Hosts for links, shops and accounts, with any ending. */
const knownHosts = foldedSet(
  'carrd linktr beacons allmylinks bit tinyurl fansly paypal tikkie patreon lnk campsite solo',
);
const dotWords = wordSet('dot punt punkt point stip');
const atWords = wordSet(
  'at affenschwanz apenstaartje apenstaart aapje apestaartje apestaart apenstaarje slingeraap slingeraapje atje klammeraffe arroba',
);
/** Count as an at sign only before a whole address of a provider: `vera op gmail punt com`. */
const looseAtWords = wordSet('op on a ad et bij bei');
const brackets = '([{<*"\'-_~|/:';
const LABELS_MAX = 6;
const LOCAL_PARTS_MAX = 12;

interface Joint {
  /** Index after the joint. */
  next: number;
  /** `tight`: a sign without spaces; `loose`: with a space before it, or in brackets; `word`: in words. */
  how: 'tight' | 'loose' | 'word';
}

/** A dot or an at sign in any disguise; null for anything else. */
function joint(tokens: readonly Token[], at: number, sign: string, words: ReadonlySet<string>): Joint | null {
  const start = skipSpace(tokens, at);
  const token = tokens[start];
  if (!token) return null;
  const isOpen = token.kind === 'sign' && token.text !== sign && brackets.includes(token.text);
  const inner = tokens[start + Number(isOpen)];
  const isDisguised =
    /^\w*\d\w*$/.test(inner?.text ?? '') && words.has(inner?.key ?? '') && (inner?.text.length ?? 0) > 2;
  const isWord = inner?.kind === 'word' && (words.has(inner.text) || isDisguised);
  if (inner?.text !== sign && !isWord) return null;
  const after = start + Number(isOpen) * 2 + 1;
  if (isOpen && tokens[after - 1]?.kind !== 'sign') return null;
  const next = skipSpace(tokens, after);
  if (isOpen) return { next, how: 'loose' };
  if (isWord) return { next, how: 'word' };
  if (start !== at) return { next, how: 'loose' };
  // A full stop has a space only after it.
  if (next === after) return { next, how: 'tight' };
  return sign === '.' ? null : { next, how: 'loose' };
}

interface Host {
  /** Index after its last token. */
  next: number;
  labels: string[];
  keys: string[];
  how: Joint['how'];
  /** The words after it confirm that it is an address. */
  isSure?: boolean;
}

/** Labels joined by dots. */
function hostAt(tokens: readonly Token[], at: number): Host | null {
  const first = tokens[at];
  if (!isName(first)) return null;
  const label = hyphened(tokens, at);
  const host: Host = { ...label, labels: [label.text], keys: [label.key], how: 'tight' };
  while (host.labels.length < LABELS_MAX) {
    const dot = dotAt(tokens, host.next);
    if (!dot || !isName(tokens[dot.next])) break;
    const further = hyphened(tokens, dot.next);
    host.labels.push(further.text);
    host.keys.push(further.key);
    host.next = further.next;
    if (dot.how !== 'tight' && host.how !== 'word') host.how = dot.how;
  }
  return host.labels.length > 1 ? host : bareHost(tokens, at);
}

const isHyphen = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === '-' && isName(tokens[at + 1]) && !dotWords.has(tokens[at + 1]?.text ?? '');

/** A label with hyphens, such as `t-online`. */
function hyphened(tokens: readonly Token[], at: number): { text: string; key: string; next: number } {
  let [{ text, key }, next] = [tokens[at] as Token, at + 1];
  for (let count = 0; count < LABELS_MAX && isHyphen(tokens, next); count += 1) {
    text += `-${tokens[next + 1]?.text}`;
    key += `-${tokens[next + 1]?.key}`;
    next += 2;
  }
  return { text, key, next };
}

const dotAt = (tokens: readonly Token[], at: number): Joint | null => joint(tokens, at, '.', dotWords);

/** A host without a dot: `gmail com`, `gmail,com`, `verasite puntnl`, `www verasite nl`. */
function bareHost(tokens: readonly Token[], at: number): Host | null {
  const [first, second] = [tokens[at] as Token, spaced(tokens, at)];
  const isWww = first.text === 'www' && second !== null;
  const name = isWww ? tokens[second] : first;
  const end = isWww ? spaced(tokens, second) : second;
  if (!name || end === null) return null;
  const ending = tokens[end]?.text ?? '';
  const host = {
    next: end + 1,
    keys: [first.key, name.key, ending],
    labels: [first.text, name.text, ending],
    how: 'loose' as const,
  };
  if (isWww) return plainEndings.has(ending) || bareEndings.has(ending) ? host : null;
  if (joinedEndings.has(ending) && isName(name))
    return { ...host, labels: [name.text, ending.replace(/^punt|^dot/, '')] };
  if (
    pathWords.has(tokens[skipSpace(tokens, end + 1)]?.text ?? '') &&
    (bareEndings.has(ending) || ending === 'gg')
  )
    return { ...host, isSure: true };
  if (ending === 'com' && tokens[at + 1]?.kind === 'sign' && isRareWord(name))
    return { ...host, isSure: true };
  return providers.has(name.key) && !wordyProviders.has(name.key) && bareEndings.has(ending) ? host : null;
}

/** Index of the word after a space, or after a sign typed instead of a dot. */
function spaced(tokens: readonly Token[], at: number): number | null {
  const { kind, text = ' ' } = tokens[at + 1] ?? {};
  const apart = skipSpace(tokens, at + 1);
  if (kind === 'space' && ',;'.includes(tokens[apart]?.text ?? ' ')) {
    const ending = skipSpace(tokens, apart + 1);
    return sureEndings.has(tokens[ending]?.text ?? '') ? ending : null;
  }
  if (text === '.' && tokens[at + 2]?.kind === 'space' && sureEndings.has(tokens[at + 3]?.text ?? ''))
    return at + 3;
  const isSign = ',;:·•*|_'.includes(text) && (text === ',' || sureEndings.has(tokens[at + 2]?.text ?? ''));
  return (kind === 'space' || isSign) && isName(tokens[at + 2]) ? at + 2 : null;
}

/** Not words in any language. */
const sureEndings = wordSet('com nl net');

/** Dutch words that do not end a sentence: `verasite.de`. */
const lastEndings = wordSet('de ch ai');

function isEnd(tokens: readonly Token[], at: number): boolean {
  const token = tokens[skipSpace(tokens, at)];
  return !token || token.kind === 'sign';
}

/** Providers whose names are also words. */
const plainWords = foldedSet('live web mail mailbox planet');

function isAddress(tokens: readonly Token[], { labels, keys, how, next, isSure }: Host, at: number): boolean {
  if (isSure) return true;
  const ending = labels.at(-1) ?? '';
  if (lastEndings.has(ending) && isRareWord(tokens[at]) && isEnd(tokens, next)) return true;
  if (how === 'word') return spokenEndings.has(ending) && !noLabels.has(labels.at(-2) ?? '');
  if (plainEndings.has(ending)) return true;
  if (!otherEndings.has(ending)) return false;
  const path = how === 'loose' ? skipSpace(tokens, next) : next;
  const hasPath =
    tokens[path]?.text === '/' &&
    (how === 'loose' || tokens[path + 1]?.kind !== 'space') &&
    path + 1 < tokens.length;
  const isKnown = keys.some((key) => knownHosts.has(key) || (providers.has(key) && !plainWords.has(key)));
  const isAfterSlashes = tokens[at - 1]?.text === '/' && tokens[at - 2]?.text === '/';
  return hasPath || isAfterSlashes || labels[0] === 'www' || isKnown || isShown(tokens, at, ending);
}

function isShown(tokens: readonly Token[], at: number, ending: string): boolean {
  const before = tokens[at - 1]?.kind === 'space' ? tokens[at - 2] : undefined;
  return shownEndings.has(ending) && before?.kind === 'word' && showing.has(before.text);
}

/** URLs, hosts and e-mail addresses, in any spelling. */
export function findAddresses(tokens: readonly Token[]): Part[] {
  const found: Part[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const part = urlAt(tokens, at) ?? mailAt(tokens, at);
    if (!part) continue;
    found.push({ from: part.from ?? token.from, to: part.to });
    at = Math.max(at, part.last);
  }
  return found;
}

interface Hit {
  from?: number;
  to: number;
  last: number;
}

const schemes = wordSet('http https hxxp hxxps ttps htp htps');

function urlAt(tokens: readonly Token[], at: number): Hit | null {
  const spread = spreadScheme(tokens, at);
  if (spread !== null)
    return { ...toSpace(tokens, hostAt(tokens, spread)?.next ?? spread + 1), from: tokens[at]?.from ?? 0 };
  const hasScheme =
    schemes.has(tokens[at]?.text ?? '') && tokens[at + 1]?.text === ':' && tokens[at + 2]?.text === '/';
  const host = hasScheme ? null : hostAt(tokens, at);
  const comma = hasScheme ? null : commaHost(tokens, at);
  if (comma) return { ...toSpace(tokens, comma), from: tokens[at]?.from ?? 0 };
  if (!hasScheme && !(host && (isAddress(tokens, host, at) || host.labels[0] === 'www'))) return null;
  const hit = toSpace(tokens, host?.next ?? at + 3, host?.how === 'loose');
  const isMail = host !== null && providers.has(host.keys[0] ?? '') && !isDirect(tokens, at);
  return { ...hit, ...(isMail ? { from: accountBefore(tokens, at) } : startOf(tokens, at)) };
}

/** `h t t p s : / / `: index after it. */
function spreadScheme(tokens: readonly Token[], at: number): number | null {
  if (!schemes.has(tokens[at]?.text ?? '') || tokens[at + 1]?.kind !== 'space') return null;
  let next = at + 1;
  while (next < at + 8 && (tokens[next]?.kind === 'space' || ':/'.includes(tokens[next]?.text ?? ' ')))
    next += 1;
  const hasSlash = tokens.slice(at, next).some(({ text }) => text === '/');
  return hasSlash && isName(tokens[next]) ? next : null;
}

/** `site,nl/vera`: index after the host. */
function commaHost(tokens: readonly Token[], at: number): number | null {
  const [name, comma, ending, slash] = tokens.slice(at, at + 4);
  const isHost =
    isName(name) && comma?.text === ',' && plainEndings.has(ending?.text ?? '') && slash?.text === '/';
  return isHost && isName(tokens[at + 4]) ? at + 3 : null;
}

/** Start of a host: includes parts joined by a hyphen (`roos-cam.nl`) and a user (`@vera:matrix.org`). */
function startOf(tokens: readonly Token[], at: number): { from?: number } {
  if (tokens[at - 1]?.text === ':' && isName(tokens[at - 2]) && tokens[at - 3]?.text === '@')
    return { from: tokens[at - 3]?.from ?? 0 };
  let start = at;
  for (let count = 0; count < LOCAL_PARTS_MAX; count += 1) {
    if (tokens[start - 1]?.text !== '-' || !isName(tokens[start - 2])) break;
    start -= 2;
  }
  return { from: tokens[start]?.from ?? 0 };
}

/** Whether a sign precedes it directly, as in `@gmail.com`, so that no name with a space does. */
const isDirect = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.kind === 'sign' && !'#&*^=~%'.includes(tokens[at - 1]?.text ?? ' ');

/** Start of the account before `gmail com`: an address without its at sign. */
function accountBefore(tokens: readonly Token[], at: number): number {
  const sign = tokens[at - 1]?.kind === 'space' ? at - 2 : at - 1;
  if ('#&*^=~%'.includes(tokens[sign]?.text ?? ' ')) {
    const name = tokens[sign - 1]?.kind === 'space' ? sign - 2 : sign - 1;
    return isName(tokens[name]) ? localStart(tokens, name, false) : (tokens[at]?.from ?? 0);
  }
  const before = tokens[at - 1]?.kind === 'space' ? at - 2 : at - 1;
  const token = tokens[before];
  if (!isName(token) || (commonWords.has(token.text) && !/\d/.test(token.text))) return tokens[at]?.from ?? 0;
  return localStart(tokens, before, true);
}

/** Includes the path. */
function toSpace(tokens: readonly Token[], next: number, isLoose = false): Hit {
  let end = next;
  if (tokens[end]?.text === '/' || tokens[end]?.text === ':' || tokens[end - 1]?.text === '/')
    while (end < tokens.length && tokens[end]?.kind !== 'space') end += 1;
  const path = skipSpace(tokens, end);
  const isPath = pathWords.has(tokens[path]?.text ?? '') || (isLoose && tokens[path]?.text === '/');
  if (isPath && isName(tokens[skipSpace(tokens, path + 1)])) end = skipSpace(tokens, path + 1) + 1;
  return { to: tokens[end - 1]?.to ?? 0, last: end - 1 };
}

/** A mail address, at the token before the at sign. */
function mailAt(tokens: readonly Token[], at: number): Hit | null {
  if (!isName(tokens[at])) return null;
  if (isGlued(tokens[at])) return { from: localStart(tokens, at, false), to: tokens[at].to, last: at };
  const sign = joint(tokens, at + 1, '@', atWords);
  if (!sign) return looseMailAt(tokens, at);
  const domain = tokens[sign.next];
  if (!isName(domain)) return null;
  const host = hostAt(tokens, sign.next);
  const isKnown =
    joinedProviders.has(domain.key) ||
    (providers.has(domain.key) && (sign.how !== 'word' || !wordyProviders.has(domain.key)));
  const isSaid =
    host?.how === 'word' &&
    spokenMailEndings.has(host.labels.at(-1) ?? '') &&
    !noLabels.has(host.labels[0] ?? '');
  const isHost =
    host !== null &&
    (isAddress(tokens, host, sign.next) || isSaid || (sign.how === 'tight' && host.how === 'tight'));
  if (!isKnown && !isHost) return null;
  // `I was at gmail` is not an address.
  if (sign.how === 'word' && !isHost && commonWords.has(tokens[at]?.text ?? '')) return null;
  const last = (host && (isHost || host.how !== 'word') ? host.next : sign.next + 1) - 1;
  return { from: localStart(tokens, at, sign.how === 'word'), to: tokens[last]?.to ?? domain.to, last };
}

const GLUED_MAX = 64;

/** `annaATgmailDOTcom`. */
const isGlued = ({ text }: Token): boolean =>
  text.length <= GLUED_MAX &&
  /.(?:at|apenstaart(?:je)?)(?:gmail|hotmail|outlook|yahoo|icloud|proton(?:mail)?|live|ziggo)(?:dot|punt|point)?(?:com|nl|org|net|be|me)$/.test(
    text,
  );

function looseMailAt(tokens: readonly Token[], at: number): Hit | null {
  const sign = joint(tokens, at + 1, 'ⓐ', looseAtWords);
  const host = sign && isName(tokens[sign.next]) ? hostAt(tokens, sign.next) : null;
  if (!sign || !host || !providers.has(host.keys[0] ?? '') || host.labels.length < 2) return null;
  const isSaid = host.how === 'word' && spokenMailEndings.has(host.labels.at(-1) ?? '');
  if (!isSaid && !isAddress(tokens, host, sign.next)) return null;
  const isCommon = commonWords.has(tokens[at]?.text ?? '');
  const from = isCommon ? tokens[sign.next]?.from : localStart(tokens, at, true);
  return { from: from ?? 0, to: tokens[host.next - 1]?.to ?? 0, last: host.next - 1 };
}

/** Start of the local part: `anna.van-dijk+cam`; if spelled, also `anna punt van dijk`. */
function localStart(tokens: readonly Token[], at: number, isSpelled: boolean): number {
  let start = at;
  for (let count = 0; count < LOCAL_PARTS_MAX; count += 1) {
    const sign = tokens[start - 1];
    const isJoined = sign?.kind === 'sign' && '.-+_·•'.includes(sign.text) && isName(tokens[start - 2]);
    const before = isJoined ? start - 2 : isSpelled ? spelledBefore(tokens, start) : null;
    if (before === null) break;
    start = before;
  }
  return tokens[start]?.from ?? 0;
}

const joints = wordSet(
  'dot punt punkt point underscore unterstrich streepje bindestrich dash min minus laag',
);

/** The part of a spelled name before `start`: before a spoken sign, or a rare word. */
function spelledBefore(tokens: readonly Token[], start: number): number | null {
  if (tokens[start - 1]?.kind !== 'space') return null;
  const word = tokens[start - 2];
  if (!isName(word)) return null;
  if (joints.has(word.text)) {
    const before = tokens[start - 3]?.kind === 'space' ? start - 4 : start - 3;
    return isName(tokens[before]) ? before : start - 2;
  }
  return word.kind === 'word' && !commonWords.has(word.text) && !atWords.has(word.text) ? start - 2 : null;
}

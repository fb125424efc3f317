import { type App, appOf } from './apps.ts';
import { casedOf, foldWord, type Mapped, type Part, partOf, rewrite } from './fold.ts';
import { once, oneOf, vocabulary } from './vocabulary.ts';

/** A word, or several joined by dots and dashes. Indexes of the changed text. */
interface Chunk extends Part {
  readonly text: string;
  /** Without apostrophes. */
  readonly word: string;
  /** The signs and spaces before it. */
  readonly gap: string;
  readonly app: App | null;
}

/** A possible name of an account, of one or more chunks: `first` and `last` are their indexes. */
interface Name extends Part {
  readonly first: number;
  readonly last: number;
  /** Recognizable by its shape: an at sign, digits or a low line among letters, a dot or a dash inside. */
  readonly isClear: boolean;
  /** A word that is not of everyday language. */
  readonly isRare: boolean;
}
type ReadName = (at: number) => Name | null;

/** Number of words on each side of an app that are read. */
const REACH = 8;

const chunk = /live:[\p{L}\d._-]+|[👻📸📷✈🐦]|[^\s:=→>,;!?()[\]{}"“”*|+/<&~…👻📸📷✈🐦]+/gu;
const core = /[\p{L}\d@$_👻📸📷✈🐦](?:.*[\p{L}\d_])?/u;

function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  let done = 0;
  for (const { 0: raw, index } of text.matchAll(chunk)) {
    const inside = core.exec(raw);
    if (!inside) continue;
    const [from, word] = [index + inside.index, inside[0].replace(/['’]/g, '')];
    const to = from + inside[0].length;
    chunks.push({ text: inside[0], word, gap: text.slice(done, from), from, to, app: appOf(word) });
    done = to;
  }
  return chunks;
}

const patterns = once(() => {
  const { signs, accounts } = vocabulary();
  const joint = oneOf(['dot', ...signs.dot, ...signs.underscore, ...signs.dash]);
  const brackets = `[ ]?[\\[({<] ?([._-]|${joint}) ?[\\])}>] ?`;
  return {
    // `vera punt 88`, `vera [.] 88`, `vera laag streepje 88`
    joint: new RegExp(`(?<=[\\p{L}\\d])(?:${brackets}| ((?:${joint} ){1,2}))(?=[\\p{L}\\d])`, 'gu'),
    underscore: new RegExp(`^(?:_|${oneOf(signs.underscore)})`, 'u'),
    dash: new RegExp(`^(?:-|${oneOf(signs.dash)})`, 'u'),
    fillers: new Set([...accounts.fillers, ...accounts.is, ...accounts.names, ...accounts.owners]),
  };
});
const jointOf = (word: string): string =>
  patterns().underscore.test(word) ? '_' : patterns().dash.test(word) ? '-' : '.';

/** `newFrom`: where the new text begins. For a name in the older text, the new words up to its app are masked. */
export function findAccounts(plain: Mapped, text: string, newFrom: number): Part[] {
  const mapped = rewrite(plain, patterns().joint, ([, sign, word]) => jointOf((sign ?? word ?? '').trim()));
  const cased = casedOf(mapped, text);
  const chunks = chunksOf(mapped.text);
  const readName: ReadName = (at) => nameAt(chunks, at, cased);
  return chunks.flatMap(({ app, from, to }, at) => {
    if (!app && !isAsking(chunks, at)) return [];
    const found = app
      ? [nameAfter(chunks, at, readName), nameBefore(chunks, at, readName)]
      : [nameWithoutApp(chunks, at, readName)];
    const names = found.filter((name) => name !== null).map((name) => partOf(mapped, name.from, name.to));
    const own = partOf(mapped, from, to);
    if (names.length === 0) return app?.isMessenger && isInvitation(chunks, at) ? [own] : [];
    return names.map((name) =>
      name.to <= newFrom && own.from >= newFrom ? { from: newFrom, to: own.to } : name,
    );
  });
}

const isCommon = (word: string): boolean =>
  vocabulary().commonWords.has(word) || (word.length > 4 && vocabulary().commonWords.has(foldWord(word)));
const isFiller = (word: string): boolean => patterns().fillers.has(word);
/** At least three letters, and not an everyday word. */
const isRare = (word: string): boolean => /^\p{L}{3,}$/u.test(word) && !isCommon(word) && !isFiller(word);

/** Ordinals, amounts, ages, times, products, and several numbers. */
const notName = /^\d+(?:[.:,-]?\p{L}{1,6})?$|^\d+(?:[.:u-]\d+)+\p{L}{0,3}$|^(?:mp[34]|ps\d|h2o|\p{L}\d)$/u;

function nameAt(chunks: readonly Chunk[], at: number, cased: string): Name | null {
  const [first, next] = [chunks[at], chunks[at + 1]];
  if (!first) return null;
  const parts = first.text.split(/[^\p{L}\d]+/u).filter((part) => part !== '');
  const rare = parts.some(isRare);
  // `@ vera`, `vera 88`, `vera#1234`
  const hasSign = /^[@$_]+$/.test(first.text) && next?.gap === ' ';
  const isNumber = /^\d{1,4}$/.test(next?.text ?? '') && !/^\d/.test(chunks[at + 2]?.text ?? '');
  const isNumbered = rare && isNumber && /^ ?#?$/.test(next?.gap ?? '-');
  const last = hasSign || isNumbered ? at + 1 : at;
  const written = first.text + (last > at && next ? next.gap + next.text : '');
  const isSigned =
    /^[@$] ?[\p{L}_][\p{L}\d._-]{2,}/u.test(written) &&
    (/[\d._-]/.test(written) || isRare(written.slice(1).trim()));
  const isMixed =
    parts.some((part) => /\d/.test(part) && /\p{L}{2}|\p{L}\d{2}/u.test(part) && !notName.test(part)) ||
    (/\p{L}[_.#-]+\d|\d[_.]+\p{L}|_/u.test(written) && !notName.test(written));
  const isJoined =
    /^[\p{L}\d]+(?:[._-]+[\p{L}\d]+)+$/u.test(written) && (rare || parts.every(({ length }) => length === 1));
  const isCamel = /^\p{L}{0,20}\p{Ll}\p{Lu}/u.test(cased.slice(first.from, first.to)) && written.length > 5;
  const hasLetters = /\p{L}{2}|\p{L}[\d_.-]/u.test(written);
  return {
    from: first.from,
    to: chunks[last]?.to ?? first.to,
    first: at,
    last,
    isClear: hasLetters && (isSigned || isMixed || isJoined || isCamel || isNumbered),
    isRare: parts.length === 1 && rare && first.app === null,
  };
}

/** Whether a sentence or a part of it ends after a chunk. */
const endsAfter = (chunks: readonly Chunk[], last: number): boolean => {
  const { gap, text } = chunks[last + 1] ?? { gap: '\n', text: '' };
  return /[^ \t'’]/.test(gap) || vocabulary().accounts.ends.has(text);
};

/** Signs that may stand between an app and a name. */
const onTheWay = /^(?:[\s:=→>,;?!("'’*–—~|&/+[{<…_-]|\.{2,})*$/;
const pointing = /[:=→>]|^ [-–—]+ |^\/$/;

/** The name after an app: `snap: vera`, `mijn insta is vera.bloem`, `signal username johnny.42`. */
function nameAfter(chunks: readonly Chunk[], at: number, readName: ReadName): Name | null {
  const { accounts } = vocabulary();
  const wordAt = (index: number): string => chunks[index]?.word ?? '';
  const { isDoubtful = true, isDisguised = false } = chunks[at]?.app ?? {};
  const isOwned = accounts.owners.has(wordAt(at - 1));
  let hasNameWord = accounts.link.has(wordAt(at - 1)) && accounts.names.has(wordAt(at - 2));
  let [hasSign, hasIs, isCalled, isAsked] = [false, false, false, false];
  for (let next = at + 1; next <= at + REACH; next += 1) {
    const one = chunks[next];
    if (!one || !(onTheWay.test(one.gap) || (hasSign && one.gap === '. '))) return null;
    hasSign ||= pointing.test(one.gap) && !(isDoubtful && one.gap === '/');
    isAsked ||= /[?!]/.test(one.gap);
    hasNameWord ||= accounts.names.has(one.word);
    hasIs ||= accounts.is.has(one.word);
    isCalled ||= accounts.called.has(one.word);
    if (one.app || one.text === 'u' || isFiller(one.word)) continue;
    const name = readName(next);
    if (!name || (isAsked && !(name.isClear && (hasIs || one.text.includes('.'))))) return null;
    const isMarked = hasSign || hasNameWord || hasIs;
    const isAll = at === 0 && next === 1 && name.last === chunks.length - 1;
    if (name.isClear)
      return !isDoubtful || isMarked || isOwned || isAll || one.text.startsWith('@') ? name : null;
    if (!name.isRare || isDoubtful) return null;
    const full = withSurname(chunks, name);
    if (full.last > name.last && (hasSign || hasNameWord)) return full;
    const isPointed =
      /[:=]/.test(one.gap) || [accounts.names, accounts.is].some((set) => set.has(wordAt(next - 1)));
    if ((hasNameWord && isPointed) || (hasIs && isDisguised)) return name;
    return endsAfter(chunks, name.last) && (hasSign || isOwned || isCalled) ? name : null;
  }
  return null;
}

/** Also the words after a name up to the end of the sentence: `joris de vries`. */
function withSurname(chunks: readonly Chunk[], name: Name): Name {
  let last = name.last;
  for (let at = name.last + 1; at <= name.last + 4 && chunks[at]?.gap === ' '; at += 1)
    if (isRare(chunks[at]?.word ?? '')) last = at;
    else if (!vocabulary().places.named.has(chunks[at]?.word ?? '')) break;
  return endsAfter(chunks, last) ? { ...name, last, to: chunks[last]?.to ?? name.to } : name;
}

/** The name before an app: `piet88 op insta`, `vera is mijn snap`. */
function nameBefore(chunks: readonly Chunk[], at: number, readName: ReadName): Name | null {
  const { accounts } = vocabulary();
  const { isDoubtful = true } = chunks[at]?.app ?? {};
  let [isLinked, hasIs, isOwned, isFar] = [false, false, false, false];
  for (let before = at - 1; before >= Math.max(0, at - REACH); before -= 1) {
    const [one, gap] = [chunks[before] as Chunk, chunks[before + 1]?.gap ?? ''];
    if (/[^\s'’([{@=→/:"*,-]/.test(gap)) return null;
    const [isLink, isOwner, isIs] = [
      accounts.link.has(one.word),
      accounts.owners.has(one.word),
      accounts.is.has(one.word),
    ];
    isLinked ||= isLink;
    isOwned ||= isOwner;
    hasIs ||= isIs;
    isFar ||= isFiller(one.word) && !(isLink || isOwner || isIs || accounts.onTheWay.has(one.word));
    if (isFiller(one.word)) continue;
    const isNumber = /^\d{1,4}$/.test(one.text) && readName(before - 1)?.last === before;
    const name = readName(isNumber ? before - 1 : before);
    if (!name || one.app) return null;
    const isAll = name.first === 0 && endsAfter(chunks, at);
    const isBeside = before === at - 1 && endsAfter(chunks, at) && (!isDoubtful || name.first === 0);
    if (name.isClear) return isLinked || (hasIs && isOwned) || isBeside ? name : null;
    if (!name.isRare || isDoubtful || isFar || !(isLinked || (hasIs && isOwned))) return null;
    return isAll || (isLinked && isAnnounced(chunks, name.first)) ? name : null;
  }
  return null;
}

/** After a word that announces a name: `zoek vera op insta`, `find vera on insta`. */
function isAnnounced(chunks: readonly Chunk[], first: number): boolean {
  const { naming, never } = vocabulary().accounts;
  const [last = '', earlier = ''] = [chunks[first - 1]?.word, chunks[first - 2]?.word];
  if (never.has(last) || never.has(earlier)) return false;
  return naming.has(last) || (isFiller(last) && naming.has(earlier));
}

/** After these words a name needs no app: `add me vera_99`, `my handle is vera_99`, `overal dezelfde naam`. */
function isAsking(chunks: readonly Chunk[], at: number): 'sure' | 'maybe' | null {
  const { sure, same, names, asking } = vocabulary().accounts;
  const [word = '', next = ''] = [chunks[at]?.word, chunks[at + 1]?.word];
  if (sure.has(word) || (same.has(word) && (names.has(next) || next.startsWith('@')))) return 'sure';
  return asking.has(word) ? 'maybe' : null;
}

function nameWithoutApp(chunks: readonly Chunk[], at: number, readName: ReadName): Name | null {
  const isSure = isAsking(chunks, at) === 'sure';
  let hasSelf = isSure;
  for (let index = at + 1; index < at + REACH; index += 1) {
    const one = chunks[index];
    if (!one || /[^ :,='’-]/.test(one.gap)) return null;
    hasSelf ||= vocabulary().accounts.selves.has(one.word);
    if (isFiller(one.word) || one.text === '@') continue;
    const name = readName(index);
    return hasSelf && name?.isClear && (isSure || /[\d_.@]/.test(one.text)) ? name : null;
  }
  return null;
}

/** `heb je whatsapp`, `voeg me toe op telegram`, `give me your skype`. */
function isInvitation(chunks: readonly Chunk[], at: number): boolean {
  const { inviting, invited, onTheWay: between } = vocabulary().accounts;
  let [hasVerb, hasPerson] = [false, false];
  for (let before = at - 1; before >= Math.max(0, at - 5); before -= 1) {
    const { word } = chunks[before] as Chunk;
    if (/[^ '’]/.test(chunks[before + 1]?.gap ?? '')) return false;
    if (inviting.has(word)) hasVerb = true;
    else if (invited.has(word)) hasPerson = true;
    else if (!between.has(word)) return false;
    if (hasVerb && hasPerson) return true;
  }
  return false;
}

import { units } from './phone-cues.ts';
import { skipSpace, type Token } from './tokens.ts';
import { wordSet } from './word-list.ts';

/** Filler words in a number that is read aloud. */
const fillers = wordSet(`
  en and und dan then oh o streep streepje dash hyphen plus min minus spatie space punt dot daarna vervolgens next after followed by
  gevolgd door nog dann danach gefolgt von strich punkt bindestrich leerzeichen slash komma comma ext extension toestel
  durchwahl
`);
/** Connecting words between two messages: `second half is 345678`. */
const continuing = wordSet(`
  de het the der die das is en and und as als rest restant last laatste letzte letzter erste eerste first second tweede zweite third derde dritte deel part teil
  half helft halfte stuk stukje piece bit ende end einde eind komt kommt comes noch nog en then now nu jetzt zum to te mijn my mein nummer number nr
  so zo ja yes ok oke goes gaat geht verder weiter on door cijfers digits ziffern zahlen it s are zijn sind ende vervolg
`);
/** How often the digit after the word counts. */
const multipliers: ReadonlyMap<string, number> = new Map([
  ...(['tweemaal', 'zweimal', 'twice', 'doppelt', 'doppelte', 'zweifach'] as const).map(
    (word) => [word, 2] as const,
  ),
  ...(['dreimal', 'thrice', 'dreifach', 'trippel'] as const).map((word) => [word, 3] as const),
  ...(['viermaal', 'viermal', 'quadruple'] as const).map((word) => [word, 4] as const),
  ...(['double', 'dubbel', 'dubbele', 'doppel'] as const).map((word) => [word, 2] as const),
  ...(['triple', 'treble', 'tripel', 'driedubbel', 'driemaal'] as const).map((word) => [word, 3] as const),
]);
/** Maximum number of tokens between two groups of one number. */
const BETWEEN_MAX = 12;

/** Digits from one token, or from several that form one number (`vijf en zestig`). */
export interface Digits {
  first: number;
  last: number;
  groups: string[];
  isSpelled: boolean;
  /** Some of its digits are letters that may stand for digits. */
  isDoubtful: boolean;
}

/** Runs of digits, split at tokens that end a number. */
export function digitRuns(tokens: readonly Token[]): Digits[][] {
  const runs: Digits[][] = [];
  let run: Digits[] = [];
  const close = (): void => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (let at = 0; at < tokens.length; at += 1) {
    const skipped = dateEnd(tokens, at) ?? timeEnd(tokens, at);
    if (skipped !== null) {
      close();
      at = skipped;
      continue;
    }
    const digits = digitsAt(tokens, at, run.at(-1));
    if (!digits) continue;
    const before = run.at(-1);
    if (before && !mayBeBetween(tokens, before.last + 1, digits.first)) close();
    run.push(digits);
    at = digits.last;
  }
  close();
  return runs.flatMap((found) => cutAtStrangers(tokens, found));
}

const isOh = (token: Token | undefined): boolean =>
  token?.kind === 'word' && (token.text === 'o' || token.text === 'oh');

function digitsAt(tokens: readonly Token[], at: number, before: Digits | undefined): Digits | null {
  const token = tokens[at] as Token;
  if (token.kind === 'word') {
    const next = nextName(tokens, at);
    const times = multipliers.get(token.text);
    if (times !== undefined) return repeated(tokens, { at, next, times });
    if (isOh(token)) return ohAt(tokens, { at, next, before });
    if (token.digits === undefined) return null;
    return { first: at, last: at, groups: [token.digits], isSpelled: false, isDoubtful: true };
  }
  if (token.kind !== 'number') return null;
  const multiplied = multipliedAt(tokens, at);
  if (multiplied) return multiplied;
  const joined = tensAt(tokens, at) ?? { last: at, groups: [...(token.groups ?? [token.text])] };
  return { first: at, ...joined, isSpelled: token.groups !== undefined, isDoubtful: false };
}

/** Index of the word or number after a token, with a space or one sign between. */
function nextName(tokens: readonly Token[], at: number): number {
  const next = at + 1;
  return tokens[next]?.kind === 'space' || '-_.'.includes(tokens[next]?.text ?? ' ')
    ? skipSpace(tokens, next + 1)
    : next;
}

/** `double seven`. */
function repeated(
  tokens: readonly Token[],
  { at, next, times }: { at: number; next: number; times: number },
): Digits | null {
  const number = tokens[next];
  const [first = '', ...rest] = isOh(number) ? ['0'] : (number?.groups ?? [number?.text ?? '']);
  if (!number || (number.kind !== 'number' && !isOh(number))) return null;
  const groups = [(first[0] ?? '').repeat(times) + first.slice(1), ...rest];
  return { first: at, last: next, groups, isSpelled: true, isDoubtful: false };
}

const timesWords = wordSet('x keer maal mal times');
/** Telephone numbers have no longer run of one digit. */
const TIMES_MAX = 5;

/** `3 x 7`, `drie keer zeven`. */
function multipliedAt(tokens: readonly Token[], at: number): Digits | null {
  const [times, sign] = [Number(tokens[at]?.text), nextName(tokens, at)];
  if (tokens[at]?.text.length !== 1 || times < 2 || times > TIMES_MAX) return null;
  if (!timesWords.has(tokens[sign]?.text ?? '')) return null;
  const next = tokens[sign + 1]?.kind === 'number' ? sign + 1 : nextName(tokens, sign);
  if (tokens[next]?.kind !== 'number' || tokens[next].text.length !== 1) return null;
  const isSpelled = tokens[at]?.groups !== undefined;
  return { first: at, last: next, groups: [tokens[next].text.repeat(times)], isSpelled, isDoubtful: false };
}

/** Beside a spelled digit `oh` is a zero. */
function ohAt(
  tokens: readonly Token[],
  { at, next, before }: { at: number; next: number; before: Digits | undefined },
): Digits | null {
  const follows = before?.isSpelled === true && at - before.last <= 2;
  const number = tokens[next];
  const isSpelled = isOh(number) || multipliers.has(number?.text ?? '') || number?.groups !== undefined;
  const isDigit = number?.kind === 'number' && number.text.length === 1;
  return follows || isSpelled || isDigit
    ? { first: at, last: at, groups: ['0'], isSpelled: true, isDoubtful: false }
    : null;
}

const isUnit = (token: Token | undefined): boolean =>
  token?.groups?.length === 1 && token.text.length === 1 && token.text !== '0';
const isTen = (token: Token | undefined): boolean =>
  token?.groups?.length === 1 && /^[2-9]0$/.test(token.text);

/** `thirty-four`, `vier en dertig`, `nine hundred`: one number in several words. */
function tensAt(tokens: readonly Token[], at: number): { last: number; groups: string[] } | null {
  const [token, next] = [tokens[at], nextName(tokens, at)];
  if (!token || next === at + 1) return null;
  if (isTen(token) && isUnit(tokens[next]))
    return { last: next, groups: [`${token.text[0]}${tokens[next]?.text}`] };
  if (!isUnit(token) && token.text.length !== 1) return null;
  if (tokens[next]?.text === '100') return { last: next, groups: [`${token.text}00`] };
  if (tokens[next]?.text !== 'en' && tokens[next]?.text !== 'und') return null;
  const ten = nextName(tokens, next);
  if (!isUnit(token) || !isTen(tokens[ten])) return null;
  return { last: ten, groups: [`${tokens[ten]?.text[0]}${token.text}`] };
}

/** A single sign between digits separates them, whatever it means elsewhere: `06%28%47`. */
const isTightSign = (gap: readonly Token[]): boolean =>
  gap.length === 1 && '%?'.includes(gap[0]?.text ?? ' ');

const mayBeBetween = (tokens: readonly Token[], from: number, to: number): boolean => {
  const gap = tokens.slice(from, to);
  if (gap.length > BETWEEN_MAX) return false;
  return (
    isTightSign(gap) ||
    gap.every(({ kind, text }) =>
      kind === 'sign' ? !'€$£%?'.includes(text) : kind !== 'word' || text === 'x' || !units.has(text),
    )
  );
};

/** Words between two groups that do not belong to a number read aloud, followed by a line break if there is one. */
function strangersIn(tokens: readonly Token[], from: number, to: number): string {
  const gap = tokens.slice(from, to);
  const isNext = gap.some(({ text }) => text.includes('\n'));
  const words = gap.filter(
    ({ kind, text }) => kind === 'word' && !fillers.has(text) && !(isNext && continuing.has(text)),
  );
  const isBroken = words.length > 0 && isNext;
  return words.map(({ text }) => text).join(' ') + (isBroken ? '\n' : '');
}

/** Other words end a number, unless the same word separates the neighbouring groups as well: `06 lol 12 lol 34`. */
function cutAtStrangers(tokens: readonly Token[], run: readonly Digits[]): Digits[][] {
  const gaps = run
    .slice(1)
    .map(({ first }, index) => strangersIn(tokens, (run[index]?.last ?? 0) + 1, first));
  const cut: Digits[][] = [];
  for (const [index, digits] of run.entries()) {
    const gap = gaps[index - 1] ?? '';
    const isRepeated = !gap.includes('\n') && (gap === gaps[index - 2] || gap === gaps[index]);
    if (index > 0 && (gap === '' || isRepeated)) cut.at(-1)?.push(digits);
    else cut.push([digits]);
  }
  return cut;
}

/** `05-12-1990`: the index of its last token; null for anything else. */
function dateEnd(tokens: readonly Token[], at: number): number | null {
  if (tokens[at]?.kind !== 'number' || tokens[at - 1]?.kind === 'number') return null;
  const [day, first, month, second, year] = tokens.slice(at, at + 5);
  if (!day || !first || !month || !second || !year) return null;
  const isDate =
    [day, month, year].every(({ kind, groups }) => kind === 'number' && !groups) &&
    first.text === second.text &&
    '-/.'.includes(first.text) &&
    within(day.text, 1, 31) &&
    within(month.text, 1, 31) &&
    year.text.length === 4 &&
    within(year.text, 1900, 2100);
  return isDate ? at + 4 : null;
}

/** Index of the last token of `06:30` or `1:12:45`; null within a longer chain of colons. */
function timeEnd(tokens: readonly Token[], at: number): number | null {
  const isPart = (index: number): boolean => {
    const { kind, text, groups } = tokens[index] ?? {};
    return kind === 'number' && !groups && (text ?? '').length <= 2;
  };
  if (!isPart(at) || tokens[at - 1]?.text === ':') return null;
  let last = at;
  while (last - at < 8 && tokens[last + 1]?.text === ':' && isPart(last + 2)) last += 2;
  return last > at && last - at <= 4 ? last : null;
}

const within = (digits: string, min: number, max: number): boolean =>
  digits.length <= 4 && Number(digits) >= min && Number(digits) <= max;

/** The text between two tokens, with spaces collapsed and line breaks kept. */
export const gapText = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map(({ kind, text }) => (kind !== 'space' ? text : text.includes('\n') ? '\n' : ' '))
    .join('');

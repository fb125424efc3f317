import type { Token } from './tokens.ts';
import type { Part } from './word-list.ts';

/** Tokens between two groups of digits of one number. */
const BETWEEN_MAX = 3;
/** What ends a number: times, prices, shares, sums. */
const ends = ':€$£%=';
/** Words inside a number that is read aloud. */
const fillers: ReadonlySet<string> = new Set([
  'en',
  'and',
  'dan',
  'then',
  'oh',
  'o',
  'streep',
  'dash',
  'plus',
]);

interface Run {
  from: number;
  to: number;
  groups: string[];
  spelled: number;
  plus: boolean;
}

export function findPhoneNumbers(tokens: readonly Token[]): Part[] {
  const found: Part[] = [];
  let run: Run | null = null;
  let between = 0;
  const close = (): void => {
    if (run && isPhoneNumber(run)) found.push({ from: run.from, to: run.to });
    run = null;
  };
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const date = dateEnd(tokens, at);
    if (date !== null) {
      close();
      at = date;
    } else if (token.kind === 'number') {
      run = grow(run, tokens, at);
      between = 0;
    } else if (run) {
      between += 1;
      if (between > BETWEEN_MAX || !mayStandBetween(token)) close();
    }
  }
  close();
  return found;
}

const mayStandBetween = ({ kind, text }: Token): boolean =>
  kind === 'word' ? fillers.has(text) : !ends.includes(text);

function grow(run: Run | null, tokens: readonly Token[], at: number): Run {
  const { text, from, to, groups = null } = tokens[at] as Token;
  const grown = run ?? newRun(tokens, at, from);
  grown.to = to;
  grown.groups.push(...(groups ?? [text]));
  grown.spelled += groups?.length ?? 0;
  return grown;
}

function newRun(tokens: readonly Token[], at: number, from: number): Run {
  const before = tokens[at - 1]?.kind === 'space' ? at - 2 : at - 1;
  const sign = tokens[before];
  const plus = sign?.text === '+' || sign?.text === 'plus';
  return { groups: [], spelled: 0, plus, from: plus ? sign.from : from, to: from };
}

/** `05-12-1990`: the index of its last token; null for anything else. */
function dateEnd(tokens: readonly Token[], at: number): number | null {
  const [day, first, month, second, year] = tokens.slice(at, at + 5);
  if (!day || !first || !month || !second || !year || tokens[at - 1]?.kind === 'number') return null;
  const isDate =
    [day, month, year].every(({ kind, groups }) => kind === 'number' && !groups) &&
    first.text === second.text &&
    '-/.'.includes(first.text) &&
    between(day.text, 1, 31) &&
    between(month.text, 1, 12) &&
    year.text.length === 4 &&
    between(year.text, 1900, 2100);
  return isDate ? at + 4 : null;
}

const between = (digits: string, min: number, max: number): boolean =>
  digits.length <= 4 && Number(digits) >= min && Number(digits) <= max;

/** `10 20 30`. */
const STEP_MAX = 10;

/** Counting up or down is no number to call. */
function isCounting(groups: readonly string[]): boolean {
  const [first, second] = groups.map(Number);
  if (groups.length < 3 || first === undefined || second === undefined) return false;
  const step = second - first;
  return Math.abs(step) <= STEP_MAX && groups.every((group, index) => Number(group) === first + index * step);
}

function isPhoneNumber({ groups, spelled, plus }: Run): boolean {
  const digits = groups.join('');
  const total = digits.length;
  if (total < 7 || total > 20 || isCounting(groups) || /^\d0+$/.test(digits)) return false;
  if (plus || digits.startsWith('0')) return total >= 9;
  if (groups.length === 1) return total >= 8;
  if (total >= 10 && /^(?:31|32|33|44|49)/.test(digits)) return true;
  if (total === 9 && groups[0] === '6') return true;
  const lengths = new Set(groups.map(({ length }) => length));
  const isEven = lengths.size === 1;
  return (
    (isEven && lengths.has(1)) || (total >= 10 && isEven && lengths.has(2)) || (total >= 8 && spelled >= 4)
  );
}

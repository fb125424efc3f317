/** Number words of one language. `and` joins unit and ten, in that order; null if the ten comes first. */
interface Numerals {
  units: string;
  teens: string;
  tens: string;
  and: string | null;
}

const languages: readonly Numerals[] = [
  {
    units: 'nul een twee drie vier vijf zes zeven acht negen',
    teens: 'tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    and: 'en',
  },
  {
    units: 'zero one two three four five six seven eight nine',
    teens: 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    and: null,
  },
  {
    units: 'null eins zwei drei vier funf sechs sieben acht neun',
    teens: 'zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig',
    and: 'und',
  },
];

const others: Readonly<Record<string, string>> = {
  nullen: '0',
  zeros: '0',
  zeroes: '0',
  nought: '0',
  oh: '0',
  zwo: '2',
  achtien: '18',
  tachentig: '80',
  fourty: '40',
  ninty: '90',
  dreißig: '30',
  honderd: '100',
  hundred: '100',
  hundert: '100',
};

/** A zero only within a longer number word: `ohseven`. */
const onlyInside: ReadonlySet<string> = new Set(['oh']);
/** Plurals, which would swallow the start of the next number: `zeroseven`. */
const onlyAlone: ReadonlySet<string> = new Set(['nullen', 'zeros', 'zeroes']);

function makeNumerals(): Map<string, string> {
  const values = new Map(Object.entries(others));
  for (const { units, teens, tens, and } of languages) {
    const unit = units.split(' ');
    for (const [value, word] of [...unit, ...teens.split(' ')].entries()) values.set(word, String(value));
    for (const [index, ten] of tens.split(' ').entries()) {
      values.set(ten, String((index + 2) * 10));
      for (const [value, word] of unit.entries()) {
        if (value === 0) continue;
        const joined = and === null ? ten + word : (word === 'eins' ? 'ein' : word) + and + ten;
        values.set(joined, String((index + 2) * 10 + value));
      }
    }
  }
  return values;
}

const numerals = makeNumerals();
const LONGEST = Math.max(...[...numerals.keys()].map(({ length }) => length));
/** Maximum number of consecutive digits within a number word. */
const DIGITS_MAX = 4;

const isNumeral = (part: string, word: string): boolean =>
  numerals.has(part) && !(part === word ? onlyInside : onlyAlone).has(part);

/** Replaces umlauts spelled with two letters. */
const plainGerman = (word: string): string =>
  word.replaceAll('ß', 'ss').replaceAll('fuenf', 'funf').replaceAll('zwoelf', 'zwolf');
/** Words that only look like a number word with a doubled letter. */
const notStretched: ReadonlySet<string> = new Set(['teen', 'zees']);

/** Numbers of a word made of number words and digits: `nulzes` → 0, 6. Null for any other word. */
export function numbersIn(word: string): string[] | null {
  const plain = plainGerman(word);
  const numbers = partsOf(plain);
  if (numbers || !/(\D)\1/u.test(plain) || notStretched.has(plain)) return numbers;
  const shorter = plain.replace(/(\D)\1{2,}/gu, '$1$1');
  return partsOf(shorter) ?? partsOf(plain.replace(/(\D)\1+/gu, '$1'));
}

function partsOf(word: string): string[] | null {
  const groups: string[] = [];
  for (let at = 0; at < word.length; ) {
    const [digits = ''] = /^\d+/.exec(word.slice(at, at + DIGITS_MAX)) ?? [];
    if (digits) groups.push(digits);
    at += digits.length;
    if (digits) continue;
    let length = Math.min(LONGEST, word.length - at);
    while (length > 0 && !isNumeral(word.slice(at, at + length), word)) length -= 1;
    if (length === 0) return null;
    const part = word.slice(at, at + length);
    const isHundreds = groups.length > 0 && numerals.get(part) === '100';
    groups.push(isHundreds ? '00' : (numerals.get(part) ?? ''));
    at += length;
  }
  return groups;
}

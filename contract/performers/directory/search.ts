const apostrophes = /['`´’‘ʼ＇]/gu;
const marks = /[\u0300-\u036f]/gu;
/** Letters that Unicode does not take apart. */
const letters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Ø: 'O',
    ø: 'o',
    Ł: 'L',
    ł: 'l',
    Đ: 'D',
    đ: 'd',
    Ð: 'D',
    ð: 'd',
    ı: 'i',
    ß: 'ss',
    Æ: 'AE',
    æ: 'ae',
    Œ: 'OE',
    œ: 'oe',
  }),
);

/** Without marks, apostrophes and other forms of a letter: `Yára`, `ＹＡＲＡ` and `Ya'ra` become equal. */
const plainLetters = (text: string): string =>
  [...text.replace(apostrophes, '').normalize('NFKD').replace(marks, '')]
    .map((letter) => letters.get(letter) ?? letter)
    .join('');

const toWords = (plain: string): string =>
  plain
    .toLowerCase()
    .replace(/[ _.-]+/g, ' ')
    .trim();

/**
 * The words of a name, with a blank between: `Lady_Noor`, `LadyNoor` and `lady-noor` become `lady noor`. The database
 * has the same function (`search_words`, migration 0031); a test compares them.
 */
export const searchWords = (name: string): string =>
  toWords(plainLetters(name).replace(/([a-z0-9])([A-Z])/g, '$1 $2'));

/** Every dash and minus: a phone's keyboard writes another one than names have. */
const dashes = /[\p{Dash_Punctuation}−]/gu;

/** A search text: `words` as typed, and without its blanks. Both are empty for signs alone, such as `_`. */
export interface TypedName {
  readonly words: string;
  readonly letters: string;
}

export function typedName(typed: string): TypedName {
  const plain = plainLetters(typed).replace(dashes, '-');
  const words = /[\p{Letter}\p{Number}]/u.test(plain) ? toWords(plain) : '';
  return { words, letters: words.replaceAll(' ', '') };
}

/**
 * Whether a name, or one of its words, starts with what was typed; signs alone match no name. The database's form is
 * nameMatches.
 */
export function matchesName(name: string, typed: string): boolean {
  const words = searchWords(name);
  const wanted = typedName(typed);
  if (wanted.letters === '') return false;
  return ` ${words}`.includes(` ${wanted.words}`) || words.replaceAll(' ', '').startsWith(wanted.letters);
}

/** Favourites whose name matches, or all favourites if no name does (platform 5). */
export function searchFavourites<Item>(
  all: readonly Item[],
  typed: string,
  usernameOf: (item: Item) => string,
): readonly Item[] {
  const found = all.filter((item) => matchesName(usernameOf(item), typed));
  return found.length > 0 ? found : all;
}

export interface AutocompleteItem {
  /** The performer's id. */
  readonly key: number;
  /** The username. */
  readonly value: string;
  /** Draws a line above this item: those before it are favourites. */
  readonly divider: boolean;
}

/** Results with the member's favourites first, each group in the order found. */
export function autocompleteItems(
  found: readonly { id: number; username: string }[],
  favourites: readonly number[],
): readonly AutocompleteItem[] {
  const kept = found.filter(({ id }) => favourites.includes(id));
  const others = found.filter((one) => !kept.includes(one));
  return [...kept, ...others].map(({ id, username }, index) => ({
    key: id,
    value: username,
    divider: index > 0 && index === kept.length,
  }));
}

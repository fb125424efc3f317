import { LinkifyIt, type Match } from 'linkify-it';
import { type Mapped, type Part, partOf, rewrite, wordSet } from './fold.ts';
import { once, oneOf, vocabulary } from './vocabulary.ts';

/** Top-level domains that are not words of a language, and those that are: they need more of an address around them. */
const plainEndings =
  'com nl org eu tv io xxx uk fr ru cc biz gg ly app cam cams porn sex nu ws dev xyz eth onion webcam tube tk pw su cz ro hu gr pt fi jp cn';
const wordEndings = wordSet(
  'net be me to de co ai in is it at live vip club info link online shop site chat fans bio id us ch es dk se no pl ee page blog store top pro',
);
/** After a spoken or separate dot, and those of them that follow any word. */
const [spokenEndings, sureEndings] = [
  '(?:com|nl|org|eu|be|net|tv|uk|de|at|ch|me|fr|io|co|gg)\\b',
  '(?:com|nl|org|eu|be|net|tv|uk|de|io|gg)\\b',
];
/** Providers of mail, and those that are also words. */
const sureProviders =
  'gmail|googlemail|hotmail|outlook|yahoo|icloud|protonmail|ziggo|kpnmail|gmx|xs4all|msn|telenet|aol|upcmail|hetnet|tutanota|zoho|fastmail|ymail|rocketmail|posteo|freenet|t-online|arcor|quicknet|proximus|btinternet|yandex|geemail|gemail|jeemail';
const providers = `(?:${sureProviders}|live|planet|proton|mailbox|web|skynet)`;
/** Hosts of links, shops and accounts. */
const knownHosts = wordSet(
  `t wa instagram facebook discord twitch carrd linktr beacons allmylinks bit tinyurl fansly paypal tikkie patreon lnk campsite solo ${sureProviders.replaceAll('|', ' ')}`,
);

const linkify = once(() =>
  new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true }).tlds([...plainEndings.split(' '), ...wordEndings]),
);

const isRare = (word: string): boolean => {
  const { commonWords, signs } = vocabulary();
  return /\p{L}/u.test(word) && !commonWords.has(word) && !signs.dot.has(word);
};

/** A pattern and what replaces it after its first group; with `rare` only if that group is not an everyday word. */
type Rule = readonly [pattern: string, by: string, when?: 'rare'];

/** What turns a disguised address into a plain one, in this order. */
const disguises = once(() => {
  const { signs } = vocabulary();
  const [dot, at, slash] = [oneOf(['dot', 'd0t', ...signs.dot]), oneOf(signs.at), oneOf(signs.slash)];
  const [open, close] = ['[\\[({<*"\'_~|/:-]', '[\\])}>*"\'_~|/:-]'];
  const [after, name] = ['(?<=[\\p{L}\\d])', '(?<![\\p{L}\\d])([\\p{L}\\d._-]{2,40})'];
  const beforeAt = '(?=[\\p{L}\\d._-]{1,40}@)';
  /** Signs of a name before its @; applied twice, for a name with two of them. */
  const signsBefore: Rule[] = [
    [`${after} ${dot} ${beforeAt}`, '.'],
    [`${after} ${oneOf(signs.underscore)} ${beforeAt}`, '_'],
    [`${after} ${oneOf(signs.dash)} ${beforeAt}`, '-'],
  ];
  const rules: readonly Rule[] = [
    ['\\b(?:h ?[tx] ?[tx] ?p ?s?|ttps?) ?: ?/ ?/ ?', 'http://'],
    // anna (at) gmail [punt] com, anna·b@gmail•com
    [` ?${open} ?(?:@|at|${at}|a(?= ?${close} ?${providers}\\b)) ?${close} ?`, '@'],
    [` ?${open} ?(?:\\.|,|${dot}) ?${close} ?(?=\\p{L})`, '.'],
    [`${after}[·•](?=[\\p{L}\\d])`, '.'],
    // anna apenstaartje gmail, annaATgmailDOTcom, anna @ gmail . com
    [`${after}\\s(?:${at}|ⓐ)\\s`, '@'],
    [`(?<=[\\p{L}\\d]{3})(?:at|${at})(?=(?:${sureProviders})(?:\\.|${dot}))`, '@'],
    [`${after}\\s?@\\s?(?=(?:[a-z\\d-]{2,30} ?(?:\\.|,|${dot}) ?${spokenEndings}|${providers}\\b))`, '@'],
    // gmail,com, gmail com, gmailcom, gmail dot com
    [
      `(?<=\\b(?:${sureProviders}))(?:[ .,;:·•*|_-]{1,3}| ?${dot} ?)?(?=(?:com|nl|net|org|be|de|fr|uk|eu|me)\\b)`,
      '.',
    ],
    [`(?<=\\b${providers}|@[a-z\\d-]{2,30}) ${dot} (?=${spokenEndings})`, '.'],
    [`(?<=@[a-z\\d-]{2,30}) ?[.,] ?(?=${spokenEndings})`, '.'],
    // wa me slash 316, instagram.com / anna, onlyfans com slash anna
    [`\\b(wa|t) ?(?:\\.|${dot})? ?me ?(?:/|${slash}) ?`, '.me/'],
    [`(?<=\\.com) ?/ ?(?=[\\p{L}\\d]{3})`, '/'],
    [`(?<=\\b[\\p{L}\\d-]{3,40}) (?:${dot} )?(?=(?:com|gg) ${slash} )`, '.'],
    [`(?<=\\.${spokenEndings}) (?:${slash} ){1,2}`, '/'],
    // www anna nl, anna punt nl, anna . nl, annapuntnl, anna. com
    [`\\bwww[ .,]{1,3}([\\p{L}\\d-]{2,40})(?: ?[.,] ?| | ?${dot} ?)(?=${spokenEndings})`, '.'],
    [`(?<=\\p{L}{2}) ${dot} (?=(?:co ${dot} )?uk\\b)`, '.'],
    [`${name} (?:${dot} ?|[.·•*] ?)(?=${sureEndings})`, '.', 'rare'],
    [`([\\p{L}\\d-]{3,40})(?:${dot}|,|\\. )(?=(?:com|nl)\\b)`, '.', 'rare'],
    // anna gmail.com, anna#gmail.com, anna at gmail.com, anna op live.nl, anna at home.nl
    [
      `${name}(?: ?[#&*^=~%] ?| )(?=(?:${sureProviders})\\.(?:com|nl|net|org|be|de|fr|uk|eu|me)\\b)`,
      '@',
      'rare',
    ],
    [`${after}\\s${oneOf(['at', ...signs.looseAt])}\\s(?=(?:${sureProviders})\\b|${providers}\\.)`, '@'],
    [`${name}\\s(?:at|ad)\\s(?=[\\p{L}\\d-]{2,30}\\.${spokenEndings})`, '@', 'rare'],
    // anna dot bloem underscore 88@gmail.com
    ...signsBefore,
    ...signsBefore,
  ];
  return {
    rules: rules.map(([pattern, by, when]) => [new RegExp(pattern, 'gu'), by, when] as const),
    /** Without one of these a text has no address. */
    sign: new RegExp(`[@.,:/ⓐ·•]|\\b(?:www|com|nl|${sureProviders})\\b|(?:${dot}|${at}|${slash})`, 'u'),
    showing: new RegExp(`(?<![\\p{L}\\d])${oneOf(signs.pages)}[ :]{1,2}$`, 'u'),
    ends: new RegExp(`^ ?(?:$|[!?,;:)\\n.]|${oneOf(vocabulary().accounts.ends)}\\b)`, 'u'),
  };
});

/** An address of a provider without its ending, an account of a federated service, and a host without ending. */
const incomplete = new RegExp(
  `[\\p{L}\\d._+-]{2,40}@${providers}(?:com|nl|de)?\\b(?!\\.\\p{L})|@[\\p{L}\\d._-]{2,40}[@:][\\p{L}\\d-]{2,40}\\.\\p{L}{2,10}\\b|\\bwww\\.[\\p{L}\\d-]{2,40}`,
  'gu',
);

/** URLs, hosts and e-mail addresses, plain or disguised. */
export function findAddresses(mapped: Mapped): Part[] {
  if (!disguises().sign.test(mapped.text)) return [];
  const plain = disguises().rules.reduce(
    (text, [pattern, by, when]) =>
      rewrite(text, pattern, ([, name = '']) => (when === 'rare' && !isRare(name) ? null : name + by)),
    mapped,
  );
  const links = (linkify().match(plain.text) ?? []).filter(
    (link) => link.schema !== '' || isHost(plain.text, link),
  );
  return [
    ...links.map(({ index, lastIndex }) => partOf(plain, index, lastIndex)),
    ...Array.from(plain.text.matchAll(incomplete), ({ index, 0: text }) =>
      partOf(plain, index, index + text.length),
    ),
  ];
}

/** Whether a link is not only two sentences without a space between: `ok.to be honest`. */
function isHost(text: string, { raw, index, lastIndex }: Match): boolean {
  const [host = '', ...path] = raw.split(/[/?#]/);
  const [ending = '', name = '', ...others] = host.split('.').reverse();
  const hasPath = path.some((part) => part !== '');
  if (others.at(-1) === 'www' || hasPath || knownHosts.has(name)) return true;
  if (!wordEndings.has(ending)) return /\p{L}/u.test(name);
  if (name.length < 3 || !isRare(name)) return false;
  const { showing, ends } = disguises();
  const isShown =
    showing.test(text.slice(Math.max(0, index - 12), index)) || ends.test(text.slice(lastIndex));
  return ending === 'net' || ending === 'be' || isShown;
}

import { type AccountName, isRareWord, nameFrom, nameTo } from './account-names.ts';
import { type App, findApps, isAppName } from './apps.ts';
import type { Letter } from './fold.ts';
import { isName, type Token } from './tokens.ts';
import { type Part, wordSet } from './word-list.ts';

/** Number of tokens checked on each side of an app's name. */
const REACH = 14;

/** An account name follows these words. */
const nameWords = wordSet(`
  naam name username user usernaam gebruikersnaam gebruiker nick nickname id handle tag account accountnaam profielnaam snapnaam
  benutzername nutzername profilname nutzer gamertag snapname instaname kennung loginnaam
`);
/** Those of them that only mean accounts, also without an app. */
const accountWords = wordSet(
  'username usernaam gebruikersnaam nickname handle accountnaam snapnaam benutzername nutzername gamertag snapname instaname',
);
/** Before `naam` they mark an account name: `overal dezelfde naam`. */
const sameWords = wordSet('zelfde dezelfde same selbe selber gleiche gleicher');
const isWords = wordSet(
  'is heet heten heette called genaamd ben am as als ist heiße heiß heisse heiss heisst heißt bin lautet luidt',
);
const fillers = wordSet(`
  mijn my me mij m n mn s the de het je your jouw op on in at via bij there daar ook toe add voeg zoek search find for voor naar
  ik i im you mijne mine its it under onder user and en of from met with to message contact up hier here volg follow even maar gewoon just dan
  mein meine meinen ich du mich mir die das den dem auf bei unter und oder fur mit zu zum an hinzu einfach mal nur so hier da dann auch ook also
  zelfde dezelfde same selbe gleiche kannst kann kunt kun kan vind vindt vinden finden findest finde such suche suchst schreib adde fug folge folg code
  ander andere other zoals onderaan daarop darauf sta zit staan over out noem gerust nenn nenne van von kanaal channel kanal messenger ja yes yep jep sure
`);
const preposition = wordSet('op on via at in bij from auf bei unter uber');
const owners = wordSet('mijn my mn m n onze our the mein meine meinen meiner');
/** Mark a plain word after them as a name: `zoek verabloem op insta`. */
const naming = wordSet(`
  heet ben am im m zoek zoeken search find look for add voeg volg follow naam name username user message dm by called genaamd als as
  contact stuur text bericht heiße heisse bin such suche finde findest adde fug folge folg benutzername vind vindt
`);
const naysayers = wordSet('geen niet nooit no not never kein keine nicht nie');

/** `newFrom`: where the new text begins. For a name in the older text, the new words up to its app are masked. */
export function findHandles(
  tokens: readonly Token[],
  { letters, text, newFrom }: { letters: readonly Letter[]; text: string; newFrom: number },
): Part[] {
  const found: Part[] = [];
  for (const app of findApps(tokens, letters, text)) {
    const names = [after(tokens, app, text), before(tokens, app, text)].filter((name) => name !== null);
    for (const { first, last } of names) {
      const name = partOf(tokens, first, last);
      const isOld = name.to <= newFrom && app.part.from >= newFrom;
      found.push(isOld ? { from: newFrom, to: app.part.to } : name);
    }
    if (names.length === 0 && app.isMessenger && isInvitation(tokens, app.first)) found.push(app.part);
  }
  return [...found, ...findWithoutApp(tokens, text)];
}

const partOf = (tokens: readonly Token[], first: number, last: number): Part => ({
  from: tokens[first]?.from ?? 0,
  to: tokens[last]?.to ?? 0,
});

interface Link {
  /** `:`, `=`: a name follows. */
  hasSign: boolean;
  hasNameWord: boolean;
  hasIs: boolean;
  /** `insta? …`: the rest may be about something else. */
  isAsked: boolean;
}

/** The name after an app: `snap: vera`, `mijn insta is vera.bloem`, `signal username johnny.42`. */
function after(tokens: readonly Token[], app: App, text: string): AccountName | null {
  const link: Link = {
    hasSign: false,
    hasNameWord: hasNameWordBefore(tokens, app.first),
    hasIs: false,
    isAsked: false,
  };
  for (let at = app.last + 1; at <= app.last + REACH && at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    if (token.kind === 'space') continue;
    if (token.kind === 'sign' && !'@$_'.includes(token.text)) {
      if (!readSign(tokens, at, link, app)) return null;
      continue;
    }
    if (isReddit(tokens, at)) continue;
    if (!isJoinedOn(tokens, at) && (readWord(token, link) || isOtherApp(token))) continue;
    const name = withSurname(tokens, nameFrom(tokens, at, text));
    return name && isNamed(tokens, app, { name, link }) ? name : null;
  }
  return null;
}

/** Prefix of `u/vera_88`. */
const isReddit = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'u' && tokens[at + 1]?.text === '/';

/** A word joined to a further part of a name: `de.echte.piet`, `in_de_wolken`. */
const isJoinedOn = (tokens: readonly Token[], at: number): boolean =>
  '._-'.includes(tokens[at + 1]?.text ?? ' ') && isName(tokens[at + 2]);

/** `insta en snap: vera.88`. */
const isOtherApp = (token: Token): boolean => token.kind === 'word' && isAppName(token);

/** `gebruikersnaam op telegram is …`. */
function hasNameWordBefore(tokens: readonly Token[], first: number): boolean {
  const [last, earlier] = tokens
    .slice(Math.max(0, first - 4), first)
    .filter(({ kind }) => kind === 'word')
    .reverse();
  return last !== undefined && preposition.has(last.text) && nameWords.has(earlier?.text ?? '');
}

const particles = wordSet('de van der den vd vande het te ten ter el al ben la le von');

/** Extends a name by further words if the text ends with them: `anna de bloem`. */
function withSurname(tokens: readonly Token[], name: AccountName | null): AccountName | null {
  if (!name?.isRare) return name;
  let last = name.last;
  for (let at = last + 2; tokens[at - 1]?.kind === 'space' && at <= name.last + 8; at += 2) {
    if (isRareWord(tokens[at])) last = at;
    else if (!particles.has(tokens[at]?.text ?? '')) break;
  }
  return last > name.last && endsSentence(tokens, last + 1) ? { ...name, last } : name;
}

function readSign(tokens: readonly Token[], at: number, link: Link, app: App): boolean {
  const { text } = tokens[at] as Token;
  const isDots = text === '.' && (tokens[at - 1]?.text === '.' || tokens[at + 1]?.text === '.');
  const isDash = '-–—'.includes(text) && tokens[at - 1]?.kind === 'space';
  const isTight = tokens[at - 1]?.kind !== 'space' && tokens[at + 1]?.kind !== 'space';
  const isPath = text === '/' && isTight && !app.isDoubtful;
  if (':=→>'.includes(text) || isDash || isPath) link.hasSign = true;
  if (text === '?' || text === '!') link.isAsked = true;
  return isDash || isPath || isDots || ':=→>,;?!("\'’*-–—~|&/+[{<…'.includes(text);
}

function readWord({ kind, text }: Token, link: Link): boolean {
  if (kind !== 'word') return false;
  if (nameWords.has(text)) link.hasNameWord = true;
  if (isWords.has(text)) link.hasIs = true;
  return nameWords.has(text) || isWords.has(text) || fillers.has(text);
}

function isNamed(
  tokens: readonly Token[],
  app: App,
  { name, link }: { name: AccountName; link: Link },
): boolean {
  const { hasSign, hasNameWord, hasIs } = link;
  const isOwned = isOwnedBefore(tokens, app.first);
  const isMarked = hasSign || hasNameWord || hasIs || tokens[name.first]?.text === '@';
  if (link.isAsked && !(name.isClear && (hasIs || hasDot(tokens, name)))) return false;
  if (isAppName(tokens[name.first] as Token)) return false;
  if (name.isClear) return !app.isDoubtful || isMarked || isOwned || isAllThereIs(tokens, app, name);
  if (!name.isRare || app.isDoubtful) return false;
  if ((hasNameWord && isPointedAt(tokens, name.first)) || (hasIs && app.isDisguised)) return true;
  const isLast = endsSentence(tokens, name.last + 1);
  if (hasSign) return isLast;
  return isLast && (isOwned || (hasIs && isSaidAs(tokens, app.last, name.first)));
}

/** The whole text is app and name: `sc vera_99`. */
const isAllThereIs = (tokens: readonly Token[], { first, last }: App, name: AccountName): boolean =>
  first === 0 && last + 2 === name.first && name.last > name.first && name.last === tokens.length - 1;

/** Names on this site have no dot. */
const hasDot = (tokens: readonly Token[], { first, last }: AccountName): boolean =>
  tokens.slice(first, last).some(({ text }) => text === '.');

/** Directly after `naam`, `is` or a colon. */
function isPointedAt(tokens: readonly Token[], first: number): boolean {
  const { kind, text = '' } =
    (tokens[first - 1]?.kind === 'space' ? tokens[first - 2] : tokens[first - 1]) ?? {};
  return kind === 'sign' || nameWords.has(text) || isWords.has(text);
}

/** `op insta heet ik vera`, `on insta as vera`: not `insta is`. */
const isSaidAs = (tokens: readonly Token[], from: number, to: number): boolean =>
  tokens.slice(from, to).some(({ text }) => ['heet', 'als', 'as', 'called', 'genaamd'].includes(text));

/** `mijn insta`, `add my snap`. */
function isOwnedBefore(tokens: readonly Token[], first: number): boolean {
  const before = tokens[first - 1]?.kind === 'space' ? tokens[first - 2] : tokens[first - 1];
  return before?.kind === 'word' && owners.has(before.text) && before.text !== 'the';
}

const endings = wordSet('en and of or xx xxx xxxx aub pls please x');

function endsSentence(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]?.kind === 'space' ? tokens[at + 1] : tokens[at];
  return !token || token.kind === 'sign' || endings.has(token.text);
}

/** Words between a name and the app after it: `vera_99 heet ik op insta`, `zoek vera_99 maar op insta`. */
const onTheWayBack = wordSet(`
  toe de der die das heet heiße heiß heisse heiss ik ben ich bin maar even gewoon mal einfach dan then just ook auch also how you find me waar hoe vind je mij
  dus so hinzu please pls over out daar there da sta zit stehe zo thats dat
`);

const isPartOfName = (tokens: readonly Token[], at: number): boolean =>
  '._-'.includes(tokens[at - 1]?.text ?? ' ') && isName(tokens[at - 2]);

/** The name before an app: `piet88 op insta`, `vera is mijn snap`. */
function before(tokens: readonly Token[], app: App, text: string): AccountName | null {
  let hasPreposition = false;
  let hasIs = false;
  let isOwned = false;
  let hasComma = false;
  let isFar = false;
  for (let at = app.first - 1; at >= Math.max(0, app.first - REACH); at -= 1) {
    const { kind, text: word } = tokens[at] as Token;
    if (word === '@' && tokens[at + 1]?.kind === 'space') hasPreposition = true;
    if (kind === 'space' || (kind === 'sign' && '\'’([{@-=→/:"*'.includes(word))) continue;
    if (word === ',' && endsSentence(tokens, app.last + 1)) hasComma = true;
    else if (kind === 'sign') return null;
    if (kind === 'sign') continue;
    const isLoose = !isPartOfName(tokens, at);
    if (isLoose && preposition.has(word)) hasPreposition = true;
    else if (isLoose && owners.has(word)) isOwned = true;
    else if (isLoose && (word === 'is' || word === 's' || word === 'ist')) hasIs = true;
    else if (isLoose && onTheWayBack.has(word)) isFar ||= word !== 'toe' && word !== 'de';
    else {
      const name = nameTo(tokens, at, text);
      const isLinked = hasPreposition || (hasIs && isOwned);
      if (!name || (!isLinked && !isBeside(tokens, app, name))) return null;
      if (name.isClear) return name;
      return !hasComma && !isFar && isPlainName(tokens, app, { name, hasPreposition, isLinked })
        ? name
        : null;
    }
  }
  return null;
}

/** `vera99 insta`: only spaces and signs between. */
const isBeside = (tokens: readonly Token[], app: App, { last, isClear }: AccountName): boolean =>
  isClear &&
  !app.isDoubtful &&
  endsSentence(tokens, app.last + 1) &&
  tokens.slice(last + 1, app.first).every(({ kind }) => kind === 'space' || kind === 'sign');

/** A plain word is a name after a word that announces one, or if it begins the text. */
function isPlainName(
  tokens: readonly Token[],
  app: App,
  { name, hasPreposition, isLinked }: { name: AccountName; hasPreposition: boolean; isLinked: boolean },
): boolean {
  if (!name.isRare || app.isDoubtful || !isLinked || isAppName(tokens[name.first] as Token)) return false;
  const isAll = name.first === 0 && endsSentence(tokens, app.last + 1);
  return isAll || (hasPreposition && isAnnounced(tokens, name.first));
}

function isAnnounced(tokens: readonly Token[], first: number): boolean {
  const words = tokens
    .slice(Math.max(0, first - 6), first)
    .filter(({ kind }) => kind === 'word')
    .map(({ text }) => text)
    .slice(-2);
  const [last = ''] = words.slice(-1);
  if (words.some((word) => naysayers.has(word))) return false;
  return naming.has(last) || (['ik', 'i', 'naar', 'is'].includes(last) && naming.has(words[0] ?? ''));
}

const inviting = wordSet(`
  heb hebt have got gebruik use voeg add app bel call text message bericht stuur send vind find kom come contact praat praten talk
  chat chatten zit geef give volg follow
`);
const invited = wordSet('je jij jou u you me mij we ons us');
const onTheWay = wordSet(
  'op via on naar to over in ook een soms toevallig a any also toe up verder maar even eens there',
);

/** `heb je whatsapp`, `voeg me toe op telegram`, `add me on skype`. */
function isInvitation(tokens: readonly Token[], first: number): boolean {
  const words: string[] = [];
  for (let at = first - 1; at >= Math.max(0, first - REACH) && words.length < 2; at -= 1) {
    const { kind, text } = tokens[at] as Token;
    if (kind === 'space') continue;
    if (kind !== 'word' && text !== '1') return false;
    if (words.length === 0 && (onTheWay.has(text) || text === '1')) continue;
    words.push(text);
  }
  const [last = '', first2 = ''] = words;
  return (inviting.has(last) && invited.has(first2)) || (invited.has(last) && inviting.has(first2));
}

const asking = wordSet(`
  add adde voeg volg follow folg folge fug dm pm snap app zoek such suche hmu hit message msg find findest finde vind vindt look bereik reach
`);
const selves = wordSet('me mij mijn my up mich mir');

/** Names without an app: after a verb (`add me vera_99`) or a word for accounts (`my handle is vera_99`). */
function findWithoutApp(tokens: readonly Token[], text: string): Part[] {
  const found: Part[] = [];
  for (const [start, token] of tokens.entries()) {
    if (token.kind !== 'word') continue;
    const isNamedSo = accountWords.has(token.text) || isSameName(tokens, start);
    if (!isNamedSo && !asking.has(token.text)) continue;
    const name = nameWithoutApp(tokens, start, { text, isNamedSo });
    if (name) found.push(partOf(tokens, name.first, name.last));
  }
  return found;
}

/** `dezelfde naam`, `same @`. */
function isSameName(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.kind === 'space' ? tokens[at + 2] : undefined;
  return sameWords.has(tokens[at]?.text ?? '') && (next?.text === '@' || nameWords.has(next?.text ?? ''));
}

const anywhere = wordSet('everywhere overal uberall elsewhere elders anywhere ergens');

function nameWithoutApp(
  tokens: readonly Token[],
  start: number,
  { text, isNamedSo }: { text: string; isNamedSo: boolean },
): AccountName | null {
  let hasSelf = isNamedSo || ['hmu', 'adde'].includes(tokens[start]?.text ?? '');
  for (let at = start + 1; at < Math.min(tokens.length, start + REACH); at += 1) {
    const { kind, text: word } = tokens[at] as Token;
    if (kind === 'space' || (kind === 'sign' && ':,=-'.includes(word))) continue;
    if (word === '@' && tokens[at + 1]?.kind === 'space') continue;
    const isLoose = kind === 'word' && !isJoinedOn(tokens, at);
    if (isLoose && selves.has(word)) hasSelf = true;
    else if (
      !isLoose ||
      !(fillers.has(word) || isWords.has(word) || nameWords.has(word) || anywhere.has(word))
    ) {
      const name = kind === 'word' ? nameFrom(tokens, at, text) : null;
      const isShaped = name?.isClear === true && name.last > name.first;
      return hasSelf && name && (isShaped || /\d/.test(word)) ? name : null;
    }
  }
  return null;
}

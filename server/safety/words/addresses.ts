import type { Token } from './tokens.ts';
import type { Part } from './word-list.ts';

/** Endings that are no words of either language. */
const plainEndings: ReadonlySet<string> = new Set([
  ...['com', 'nl', 'net', 'org', 'eu', 'tv', 'io', 'xxx', 'uk', 'fr', 'ru', 'cc', 'biz', 'gg', 'ly', 'app'],
  ...['cam', 'cams', 'porn', 'sex', 'nu', 'ws'],
]);
/** Endings that are words too: only with more of an address around them. */
const otherEndings: ReadonlySet<string> = new Set([
  ...['be', 'me', 'to', 'de', 'co', 'in', 'is', 'it', 'at', 'live', 'vip', 'club', 'info', 'link', 'online'],
  ...['shop', 'site', 'chat', 'fans', 'bio', 'id', 'us', 'ch', 'es', 'dk', 'se', 'no', 'pl', 'ee'],
]);
/** After a dot in words: `punt nl`. */
const spokenEndings: ReadonlySet<string> = new Set(['com', 'nl', 'org', 'eu', 'be']);
const providers: ReadonlySet<string> = new Set([
  ...[
    'gmail',
    'googlemail',
    'hotmail',
    'outlook',
    'yahoo',
    'icloud',
    'protonmail',
    'proton',
    'ziggo',
    'kpnmail',
  ],
  ...['gmx', 'xs4all', 'live', 'msn', 'planet', 'telenet', 'aol', 'mail', 'upcmail', 'hetnet'],
]);
const dotWords: ReadonlySet<string> = new Set(['dot', 'punt', 'point']);
const atWords: ReadonlySet<string> = new Set(['at', 'apenstaartje', 'apenstaart', 'aapje', 'apestaartje']);
const LABELS_MAX = 6;
const LOCAL_PARTS_MAX = 12;

interface Joint {
  /** Index after it. */
  next: number;
  /** `tight`: a sign without spaces; `loose`: with a space before it, or in brackets; `word`: in words. */
  how: 'tight' | 'loose' | 'word';
}

const skipSpace = (tokens: readonly Token[], at: number): number =>
  tokens[at]?.kind === 'space' ? at + 1 : at;

/** A dot or an at sign in whatever disguise; null for anything else. */
function joint(tokens: readonly Token[], at: number, sign: string, words: ReadonlySet<string>): Joint | null {
  const start = skipSpace(tokens, at);
  const token = tokens[start];
  if (!token) return null;
  const bracket = token.kind === 'sign' && '([{<*'.includes(token.text) ? 1 : 0;
  const inner = tokens[start + bracket];
  const isWord = inner?.kind === 'word' && words.has(inner.text);
  if (inner?.text !== sign && !isWord) return null;
  const after = start + bracket * 2 + 1;
  const next = skipSpace(tokens, after);
  if (bracket) return { next, how: 'loose' };
  if (isWord) return { next, how: 'word' };
  // A full stop has a space behind it alone.
  if (start === at) return next === after ? { next, how: 'tight' } : null;
  return { next, how: 'loose' };
}

interface Host {
  /** Index after its last token. */
  next: number;
  labels: string[];
  how: Joint['how'];
}

/** A name, a dot, a name and so on. */
function hostAt(tokens: readonly Token[], at: number): Host | null {
  const first = tokens[at];
  if (first?.kind !== 'word' && first?.kind !== 'number') return null;
  const host: Host = { next: at + 1, labels: [first.text], how: 'tight' };
  while (host.labels.length < LABELS_MAX) {
    const dot = dotAt(tokens, host.next);
    const label = dot && tokens[dot.next];
    if (!dot || !label || (label.kind !== 'word' && label.kind !== 'number')) break;
    host.labels.push(label.text);
    host.next = dot.next + 1;
    if (dot.how !== 'tight' && host.how !== 'word') host.how = dot.how;
  }
  return host.labels.length > 1 ? host : null;
}

/** A name may have parts that a hyphen joins; they are no part of what decides. */
const dotAt = (tokens: readonly Token[], at: number): Joint | null => joint(tokens, at, '.', dotWords);

function isAddress(tokens: readonly Token[], { labels, how, next }: Host): boolean {
  const ending = labels.at(-1) ?? '';
  if (how === 'word') return spokenEndings.has(ending);
  if (plainEndings.has(ending)) return true;
  if (!otherEndings.has(ending)) return false;
  const hasPath =
    tokens[next]?.text === '/' && tokens[next + 1]?.kind !== 'space' && next + 1 < tokens.length;
  return hasPath || labels[0] === 'www' || labels.some((label) => providers.has(label) && label !== 'live');
}

/** URLs, hosts and e-mail addresses, as they are or in words. */
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

function urlAt(tokens: readonly Token[], at: number): Hit | null {
  const scheme = tokens[at];
  const hasScheme =
    (scheme?.text === 'http' || scheme?.text === 'https') &&
    tokens[at + 1]?.text === ':' &&
    tokens[at + 2]?.text === '/';
  const host = hasScheme ? null : hostAt(tokens, at);
  if (!hasScheme && !(host && (isAddress(tokens, host) || host.labels[0] === 'www'))) return null;
  return toSpace(tokens, host?.next ?? at + 3);
}

/** The path belongs to it. */
function toSpace(tokens: readonly Token[], next: number): Hit {
  let end = next;
  if (tokens[end]?.text === '/' || tokens[end]?.text === ':' || tokens[end - 1]?.text === '/')
    while (end < tokens.length && tokens[end]?.kind !== 'space') end += 1;
  return { to: tokens[end - 1]?.to ?? 0, last: end - 1 };
}

/** At the token before the at sign. */
function mailAt(tokens: readonly Token[], at: number): Hit | null {
  const local = tokens[at];
  if (local?.kind !== 'word' && local?.kind !== 'number') return null;
  const sign = joint(tokens, at + 1, '@', atWords);
  if (!sign) return null;
  const domain = tokens[sign.next];
  if (domain?.kind !== 'word' && domain?.kind !== 'number') return null;
  const host = hostAt(tokens, sign.next);
  const isKnown = providers.has(domain.text) && (sign.how !== 'word' || domain.text !== 'live');
  const isHost = host !== null && (isAddress(tokens, host) || (sign.how === 'tight' && host.how === 'tight'));
  if (!isKnown && !isHost) return null;
  const last = (host && (isHost || host.how !== 'word') ? host.next : sign.next + 1) - 1;
  return { from: localStart(tokens, at), to: tokens[last]?.to ?? domain.to, last };
}

/** `anna.van-dijk+cam`. */
function localStart(tokens: readonly Token[], at: number): number {
  let start = at;
  for (let count = 0; count < LOCAL_PARTS_MAX; count += 1) {
    const [sign, word] = [tokens[start - 1], tokens[start - 2]];
    const isJoined = sign?.kind === 'sign' && '.-+'.includes(sign.text);
    if (!isJoined || (word?.kind !== 'word' && word?.kind !== 'number')) break;
    start -= 2;
  }
  return tokens[start]?.from ?? 0;
}

import { Refusal } from '../refusal.ts';

export interface IceCredentials {
  ufrag: string;
  pwd: string;
}

function iceCredentials(lines: readonly string[]): IceCredentials | null {
  const ufrag = lineValue(lines, 'a=ice-ufrag:');
  const pwd = lineValue(lines, 'a=ice-pwd:');
  return ufrag && pwd ? { ufrag, pwd } : null;
}

/** Throws 400 for credentials that are missing, too short or contain invalid characters (RFC 8839, 5.4). */
export function requireIce(lines: readonly string[], where: string): IceCredentials {
  const ice = iceCredentials(lines);
  if (!ice) throw new Refusal(400, `The ${where} has no ice-ufrag and ice-pwd`);
  if (!/^[A-Za-z0-9+/]{4,256}$/.test(ice.ufrag) || !/^[A-Za-z0-9+/]{22,256}$/.test(ice.pwd)) {
    throw new Refusal(
      400,
      `The ${where} needs an ice-ufrag of 4 and an ice-pwd of 22 ICE characters at least`,
    );
  }
  return ice;
}

/** The fragment that answers an ICE restart (RFC 8840): credentials and candidates. */
export function toFragment(answer: string): string {
  const [session = [], first = []] = splitSections(answer);
  const wanted = /^(m=|a=(mid|ice-ufrag|ice-pwd|candidate|end-of-candidates))/;
  const shared = session.filter((line) => /^a=(ice-lite|ice-options:|group:)/.test(line));
  return `${[...shared, ...first.filter((line) => wanted.test(line))].join('\r\n')}\r\n`;
}

/** Credentials of a `trickle-ice-sdpfrag` body. Throws 400 if they are missing or invalid. */
export function readFragment(body: string): IceCredentials {
  return requireIce(body.split(/\r?\n/), 'fragment');
}

/** Late candidates of a fragment (RFC 8840, 4). */
export interface Trickled {
  /** Each starts with `candidate:`. */
  candidates: readonly string[];
  /** Whether these were the last. */
  isComplete: boolean;
}

/** RFC 8839, 5.1. Only UDP at IP addresses is usable; others are silently discarded (RFC 9725, 4.3.2). */
const usable =
  /^candidate:[A-Za-z0-9+/]{1,32} [12] udp \d{1,10} [\dA-Fa-f.:]{2,45} \d{1,5} typ (?:host|srflx|prflx|relay)(?: [\w.:+/-]+)*$/i;
/** Maximum characters of a candidate, and candidates of a fragment. */
const LONGEST = 300;
const MOST = 30;

export function readTrickled(fragment: string): Trickled {
  const lines = fragment.split(/\r?\n/);
  const candidates = lines
    .map((line) => line.replace(/^a=/, ''))
    .filter((line) => line.length <= LONGEST && usable.test(line));
  // Each section repeats the candidates of its bundle.
  return {
    candidates: [...new Set(candidates)].slice(0, MOST),
    isComplete: lines.includes('a=end-of-candidates'),
  };
}

/** The session part, and the lines of each `m=` section. */
export function splitSections(sdp: string): string[][] {
  const parts: string[][] = [[]];
  for (const line of sdp.split(/\r?\n/).filter(Boolean)) {
    if (line.startsWith('m=')) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return parts;
}

export function lineValue(lines: readonly string[], prefix: string): string | undefined {
  return lines.find((line) => line.startsWith(prefix))?.slice(prefix.length);
}

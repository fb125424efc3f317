/** What a fragment tells of candidates that come late (RFC 8840, 4). */
export interface Trickled {
  /** Each as in `candidate:…`. */
  candidates: readonly string[];
  /** There will be no more. */
  isComplete: boolean;
}

/** RFC 8839, 5.1; what is not UDP at an IP address is discarded silently, as RFC 9725, 4.3.2 wants of what is of no use. */
const usable =
  /^candidate:[A-Za-z0-9+/]{1,32} [12] udp \d{1,10} [\dA-Fa-f.:]{2,45} \d{1,5} typ (?:host|srflx|prflx|relay)(?: [\w.:+/-]+)*$/i;
/** Characters of one, and how many of a fragment. */
const LONGEST = 300;
const MOST = 30;

export function readTrickled(fragment: string): Trickled {
  const lines = fragment.split(/\r?\n/);
  const candidates = lines
    .map((line) => line.replace(/^a=/, ''))
    .filter((line) => line.length <= LONGEST && usable.test(line));
  // Each section repeats those of its bundle.
  return {
    candidates: [...new Set(candidates)].slice(0, MOST),
    isComplete: lines.includes('a=end-of-candidates'),
  };
}

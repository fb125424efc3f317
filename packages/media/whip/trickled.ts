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

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'samples');
/**
 * `1` was at hand while the rules were written, `2` was written before them and looked at afterwards; `3` was written before
 * the rules were widened and used for that, `4` was written afterwards and measured once before it was looked at.
 */
const sets = ['nl-1', 'en-1', 'nl-2', 'en-2', 'mixed-3', 'mixed-4'] as const;

export interface Sample {
  /** Messages of one person, one after the other. */
  texts: readonly string[];
  /** What others read. */
  shown: readonly string[];
  /** The rules do not claim it. */
  isOpen: boolean;
}

/**
 * A line is a sample: `«…»` is to be masked, ` // ` parts messages of one person, `!` in front marks what the rules get
 * wrong, `#` heads a kind.
 */
export function readSamples(name: 'evasions' | 'innocent', mask: string): Sample[] {
  return sets.flatMap((set) =>
    readFileSync(join(FOLDER, `${name}-${set}.txt`), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# '))
      .map((line) => {
        const isOpen = line.startsWith('! ');
        const messages = (isOpen ? line.slice(2) : line).split(' // ');
        return {
          texts: messages.map((message) => message.replace(/[«»]/g, '')),
          shown: messages.map((message) => message.replace(/«[^»]*»/g, mask)),
          isOpen,
        };
      }),
  );
}

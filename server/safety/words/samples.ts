import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'samples');
/**
 * Set `1` was used while the rules were written. `2` was written before them and looked at only afterwards. `3` was
 * written before the rules were extended and used for that. `4` was written afterwards and measured once before it was
 * looked at.
 */
const sets = ['nl-1', 'en-1', 'nl-2', 'en-2', 'mixed-3', 'mixed-4'] as const;

export interface Sample {
  /** Consecutive messages of one sender. */
  texts: readonly string[];
  /** The messages as others read them. */
  shown: readonly string[];
  /** The rules are not expected to handle it. */
  isOpen: boolean;
}

/**
 * Each line is a sample: `«…»` is to be masked, ` // ` separates messages of one sender, a leading `!` marks what the
 * rules get wrong, `#` starts a section.
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

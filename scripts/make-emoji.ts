import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * Makes src/content/emoji/emojis.txt from Emojibase (MIT, Miles Johnson), which has the words of Unicode's CLDR in both
 * languages. Needed again only when newer emojis are wanted: docs/decisions/0114.
 */
const source = 'emojibase-data@17.0.0';

/** Newer ones are a box on many devices still. */
const NEWEST = 15.1;

/** Skin tones and hair by themselves. */
const COMPONENTS = 2;

const emojiSchema = z.object({
  hexcode: z.string(),
  emoji: z.string(),
  label: z.string(),
  tags: z.array(z.string()).default([]),
  version: z.number(),
  group: z.number().optional(),
  skins: z
    .array(z.object({ emoji: z.string(), tone: z.union([z.number(), z.array(z.number())]) }))
    .default([]),
});
type Emoji = z.infer<typeof emojiSchema>;

const folder = mkdtempSync(join(tmpdir(), 'emoji-'));
try {
  const [packed = ''] = execFileSync('npm', ['pack', '--silent', source], { cwd: folder })
    .toString()
    .split('\n');
  execFileSync('tar', ['xzf', packed], { cwd: folder });
  const read = (language: string) =>
    z
      .array(emojiSchema)
      .parse(JSON.parse(readFileSync(join(folder, 'package', language, 'data.json'), 'utf8')));
  const english = new Map(read('en').map((emoji) => [emoji.hexcode, emoji]));
  const lines = read('nl')
    .filter(({ group, version }) => group !== undefined && group !== COMPONENTS && version <= NEWEST)
    .map((dutch) => lineOf(dutch, english.get(dutch.hexcode)));
  writeFileSync('src/content/emoji/emojis.txt', `${lines.join('\n')}\n`);
  console.log(`${lines.length} emojis`);
} finally {
  rmSync(folder, { recursive: true });
}

/** As src/lib/messaging/emoji/emojis.ts reads it. */
function lineOf(dutch: Emoji, english: Emoji | undefined): string {
  const light = dutch.skins.find(({ tone }) => tone === 1)?.emoji ?? '';
  return [dutch.emoji, dutch.group, light, ...wordsOf(dutch), ...wordsOf(english ?? dutch)].join('\t');
}

/** Words that the name has are found by it. */
function wordsOf({ label, tags }: Emoji): [label: string, words: string] {
  const name = label.toLowerCase();
  return [label, tags.filter((tag) => !name.includes(tag.toLowerCase())).join(',')];
}

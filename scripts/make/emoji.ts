import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { locales } from '#contract/locales.ts';

/**
 * Makes the files of src/content/emoji from Emojibase (MIT, Miles Johnson), which has the words of Unicode's CLDR in
 * many languages. Needed again for newer emojis or another language.
 */
const source = 'emojibase-data@17.0.0';

/** Newer versions are still missing on many devices. */
const NEWEST = 15.1;

/** Group of stand-alone skin tones and hair. */
const COMPONENTS = 2;

const emojiSchema = z.object({
  hexcode: z.string(),
  emoji: z.string(),
  label: z.string(),
  tags: z.array(z.string()).default([]),
  version: z.number(),
  group: z.number().optional(),
  order: z.number().optional(),
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
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(`src/content/emoji/${name}.txt`, `${lines.join('\n')}\n`);
  const emojis = read('en')
    .filter(({ group, version }) => group !== undefined && group !== COMPONENTS && version <= NEWEST)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  write('emojis', emojis.map(lineOf));
  for (const locale of locales) {
    const named = new Map(read(locale).map((emoji) => [emoji.hexcode, emoji]));
    write(
      locale,
      emojis.map((emoji) => wordsOf(named.get(emoji.hexcode) ?? emoji)),
    );
  }
  console.log(`${emojis.length} emojis in ${locales}`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Formats a line for src/lib/messaging/emoji/emojis.ts. */
function lineOf({ emoji, group, skins }: Emoji): string {
  return [emoji, group, skins.find(({ tone }) => tone === 1)?.emoji ?? ''].join('\t');
}

/** Leaves out tags that the name contains, since the search covers the name. */
function wordsOf({ emoji, label, tags }: Emoji): string {
  const name = label.toLowerCase();
  return [emoji, label, tags.filter((tag) => !name.includes(tag.toLowerCase())).join(',')].join('\t');
}

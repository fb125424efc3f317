// Checks editors' content: categories, promotions, legal texts and names, also before each build.
//   node scripts/check-content.ts [folder]     another folder with src/content and public
import { join } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { checkContent } from './content/check-content.ts';

const folder = process.argv[2] ?? '';
const content = join(folder, 'src/content');

const { mistakes, categories, promotions } = await checkContent({
  categories: join(content, 'categories'),
  promotions: process.env['PROMOTIONS'] ?? join(content, 'promotions'),
  legal: join(content, 'legal'),
  words: join(content, 'words'),
  messages: join(content, 'messages'),
  emoji: join(content, 'emoji'),
  texts: content,
  public: join(folder, 'public'),
  isPerformer: await knownPerformers(),
});
for (const mistake of mistakes) console.log(mistake);
if (mistakes.length > 0) process.exitCode = 1;
else
  console.log(
    `${content}: ${categories} categories and ${promotions} promotions, complete in every language.`,
  );

/** The demo's performers are known; in production the product itself checks them at start, so this returns null. */
async function knownPerformers(): Promise<((username: string) => boolean) | null> {
  if (process.env['MODE'] === 'production') return null;
  const { makeCast } = await import('#demo/cast.ts');
  const cast = makeCast({ count: readConfig({}).demoPerformers, now: new Date() });
  const names = new Set(cast.map(({ username: name }) => name.toLowerCase()));
  return (username) => names.has(username.toLowerCase());
}

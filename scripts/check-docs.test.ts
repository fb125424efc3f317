import { describe, expect, it } from 'vitest';
import { checkDoc, checkSettings } from './docs-check.ts';

const exists = (path: string) =>
  ['server/http/app.ts', 'docs/operate.md', 'docs/images/home.png'].includes(path);
const messages = (path: string, text: string) =>
  checkDoc({ path, text }, exists).map(({ line, message }) => `${line} ${message}`);

describe('a doc', () => {
  it('may name what exists, addresses outside, and patterns', () => {
    const text =
      'See `server/http/app.ts`, [how](operate.md), [there](https://example.com/x), `server/<feature>/routes.ts`.';
    expect(messages('docs/add-a-call.md', text)).toEqual([]);
  });

  it('may not name a file that is gone, and is told the line', () => {
    expect(messages('README.md', 'First\n`server/gone.ts`')).toEqual([
      '2 server/gone.ts does not exist: mend the name',
    ]);
  });

  it('may not link or show what does not exist, seen from its own folder', () => {
    expect(messages('docs/glossary.md', '[a](images/home.png) ![b](images/gone.png)')).toEqual([
      '1 docs/images/gone.png does not exist: mend the name',
    ]);
  });
});

describe('the settings', () => {
  const config = 'const environmentSchema = z.object({\n  PORT: z.number(),\n  NEW_ONE: z.string(),\n});\n';

  it('are explained when the server reads them, and only then', () => {
    const manual = { path: 'docs/operate.md', text: '| `PORT` | 1 | port |\n| `OLD_ONE` | – | gone |\n' };
    expect(checkSettings(config, manual).map(({ message }) => message)).toEqual([
      'explain NEW_ONE',
      'OLD_ONE is not read any more',
    ]);
  });
});

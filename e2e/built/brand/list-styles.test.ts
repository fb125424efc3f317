import { describe, expect, it } from 'vitest';
import { ask, Visitor } from '../../support/visitor.ts';

const guest = new Visitor();
const member = new Visitor();

const read = async (path: string, visitor = guest): Promise<string> =>
  (await ask(path, { headers: { cookie: visitor.cookieHeader() } })).text();

async function readStyle(html: string, name: string): Promise<string> {
  const [path] = new RegExp(`/_astro/${name}\\.[\\w-]+\\.css`).exec(html) ?? [];
  if (!path) throw new Error(`The page has no ${name}.css`);
  return read(path);
}

const unescaped = (name: string): string =>
  name
    .replace(/\\([0-9a-f]{2}) ?/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, '$1');

/** Names of the classes in a stylesheet. */
const selected = (css: string): Set<string> =>
  new Set([...css.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => unescaped(name)));

const usedIn = (html: string): string[] =>
  [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
    names.replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(/\s+/),
  );

const all = selected(await readStyle(await read('/en/profile/Sofie'), 'utilities'));
const own = selected(await readStyle(await read('/en'), 'list-utilities'));

describe('list-utilities.css', () => {
  it.each([
    '/en',
    '/en?filters=open',
    '/en?age=18-24',
    '/en?page=2',
    '/en?q=nobody-is-called-this',
    '/en/talk',
    '/en/free',
    '/en/toy',
    '/en/new-cams',
  ])('has every utility of %s', async (path) => {
    const used = usedIn(await read(path)).filter((name) => all.has(name));
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((name) => !own.has(name))).toEqual([]);
  });

  it('has every utility of a member’s lists', async () => {
    await member.open('/en/login');
    const filled = { username: 'demo@example.com', password: 'Demo1234' };
    await member.send(member.find('button', 'Log in'), filled);
    for (const path of ['/en', '/en/favourites']) {
      const html = await read(path, member);
      expect(html).toContain('data-member-account');
      expect(usedIn(html).filter((name) => all.has(name) && !own.has(name))).toEqual([]);
    }
  });

  it('is contained in utilities.css, which dialogs add to the page', () => {
    expect(own.size).toBeGreaterThan(100);
    expect([...own].filter((name) => !all.has(name))).toEqual([]);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { attributeOf, nameOf, type Part, people, Visitor } from '../support/visitor.ts';

const changed = /^This was changed elsewhere while you were typing/;

describe('a form of the studio that is open in two tabs', () => {
  let [one, other]: Visitor[] = [];
  beforeAll(async () => {
    const logIn = async () => {
      const tab = await new Visitor({}, people).open('/en/studio/login');
      const typed = { username: 'Marlies', password: 'Studio1234' };
      return tab.send(tab.find('main form button', 'Log in'), typed);
    };
    [one, other] = [await logIn(), await logIn()];
  });
  const tabs = async (path: string): Promise<[Visitor, Visitor]> => {
    if (!one || !other) throw new Error('Nobody is logged in');
    return [await one.open(path), await other.open(path)];
  };
  const typedIn = (tab: Visitor, field: string) =>
    tab.all(field).map((part: Part) => attributeOf(part, 'value'))[0];

  test.each(['menu', 'vip', 'goals'])(
    'keeps a list (%s) that was saved meanwhile, and shows both texts',
    async (list) => {
      const [here, there] = await tabs('/en/studio/room');
      const save = (tab: Visitor, typed: Record<string, string>) => {
        const [act] = tab.all(`form input[value="${list}"]`);
        if (!act) throw new Error(`no form saves ${list}`);
        return tab.send(act, typed);
      };
      await save(here, { text: 'A song', amount: '200', 'text-nl': 'Een lied' });
      expect(here.address).toMatch(`done=${list}`);
      await save(there, { text: 'A poem', amount: '300' });
      there.find('[role="alert"]', changed);
      expect(there.all('[role="alert"] li').map(nameOf)[0]).toBe('A song: 200 credits Nederlands: Een lied');
      expect(typedIn(there, `#${list}-text-0`)).toBe('A poem');
      await save(there, { text: 'A poem', amount: '300' });
      expect(there.address).toMatch(`done=${list}`);
      expect(typedIn(there, `#${list}-text-0`)).toBe('A poem');
    },
  );

  test('keeps a text of the profile that was saved meanwhile, and shows both', async () => {
    const [here, there] = await tabs('/en/studio/profile');
    const save = (tab: Visitor, typed: Record<string, string>) =>
      tab.send(tab.find('main form button', 'Save'), { languages: 'en', ...typed });
    await save(here, { motto: 'From here' });
    expect(here.address).toMatch(/done=about/);
    await save(there, { motto: 'From there' });
    there.find('#field-motto-message', /^Changed elsewhere while you were typing.*:\s?From here$/);
    expect(typedIn(there, '#field-motto')).toBe('From there');
    await save(there, { motto: 'From there' });
    expect(there.address).toMatch(/done=about/);
    // Another field than the one that was saved meanwhile.
    await save(here, { city: 'Delft' });
    expect([typedIn(here, '#field-motto'), typedIn(here, '#field-city')]).toEqual(['From there', 'Delft']);
  });

  test('keeps planned starts of the other tab', async () => {
    const [here, there] = await tabs('/en/studio/profile');
    const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
    const add = (tab: Visitor, ahead: number) =>
      tab.send(tab.find('main form button', 'Add'), { day: day(ahead), time: '20:30' });
    await add(here, 3);
    await add(there, 4);
    expect(there.all('main time')).toHaveLength(2);
    const [first] = here.all('main li button');
    if (first) await here.send(first);
    expect(here.all('main time').map((time) => attributeOf(time, 'datetime').slice(0, 10))).toEqual([day(4)]);
  });

  test('keeps hidden places that were saved meanwhile, and shows both', async () => {
    const [here, there] = await tabs('/en/studio/account');
    const save = (tab: Visitor, places: string) => tab.send(tab.find('main form button', 'Save'), { places });
    await save(here, 'DE');
    here.find('[role="status"]', 'The places are saved.');
    await save(there, 'BE');
    there.find('[role="alert"]', changed);
    expect(there.all('[role="alert"] li').map(nameOf)).toEqual(['DE']);
    expect(typedIn(there, '#places')).toBe('BE');
    await save(there, '');
    expect(typedIn(there, '#places')).toBe('');
  });
});

import { describe, expect, test } from 'vitest';
import { ask, attributeOf, nameOf, type Part, Visitor } from '../../support/visitor.ts';

const sites = [
  {
    lang: 'nl',
    home: '/',
    prefix: '',
    menu: 'Menu',
    toys: 'Met toy',
    other: { name: 'English', lang: 'en', toys: '/en/toy' },
    filters: 'Filters',
    show: /^Toon \d+ performers?$/,
    remove: 'Verwijder filter Leeftijd 30–50',
    search: 'Zoek een performer',
    found: 'Zoeken naar ‘fem’',
    yes: 'Toestaan',
    no: 'Weigeren',
    choice: 'Cookievoorkeuren',
    refused: 'Je keuze nu: geweigerd.',
    adult: 'Ik ben 18 of ouder',
    legal: [/voorwaarden/, 'privacyverklaring'],
    texts: ['Andere tijd, ander licht', 'Chatten vanaf een ander adres'],
    general: 'Live, en eerlijk over de prijs',
  },
  {
    lang: 'en',
    home: '/en',
    prefix: '/en',
    menu: 'Menu',
    toys: 'With a toy',
    other: { name: 'Nederlands', lang: 'nl', toys: '/toy' },
    filters: 'Filters',
    show: /^Show \d+ performers?$/,
    remove: 'Remove filter Age 30–50',
    search: 'Find a performer',
    found: 'Search for ‘fem’',
    yes: 'Allow',
    no: 'Refuse',
    choice: 'Cookie preferences',
    refused: 'Your choice now: refused.',
    adult: 'I am 18 or older',
    legal: [/terms/, 'privacy statement'],
    texts: ['Another hour, another light', 'Chatting from another address'],
    general: 'Live, and honest about the price',
  },
] as const;

describe.each(sites)('without script ($lang)', (site) => {
  test('the menu opens without script and leads to lists and languages', async () => {
    const visitor = await new Visitor().open(site.home);
    const opener = visitor.find('header button', site.menu);
    expect(attributeOf(opener, 'command')).toBe('show-modal');
    expect(attributeOf(opener, 'commandfor')).toBe('menu');
    expect(visitor.find('dialog#menu h2', site.menu)).toBeTruthy();
    await visitor.follow('#menu a', site.toys);
    expect(visitor.address).toBe(`${site.prefix}/toy`);
    await visitor.follow('#menu a', site.other.name);
    expect(visitor.address).toBe(site.other.toys);
    expect(visitor.all('html').map((html) => attributeOf(html, 'lang').slice(0, 2))).toEqual([
      site.other.lang,
    ]);
  });

  test('filters work through the URL', async () => {
    const visitor = await new Visitor().open(`${site.home}?p=77`);
    await visitor.follow('main a', site.filters);
    expect(visitor.find('form[aria-labelledby="filters-title"] h2', 'Filters')).toBeTruthy();
    const [age] = visitor.find('#filters label', /^30–50 \d+$/).querySelectorAll('input[type="checkbox"]');
    if (!age) throw new Error('the age filter has no checkbox');
    const chosen = { [attributeOf(age, 'name')]: attributeOf(age, 'value') };
    await visitor.send(visitor.find('#filters button', site.show), chosen);
    // The form keeps the affiliate, and links to languages and pages keep the filter.
    expect(visitor.address).toContain('age=30-50');
    expect(visitor.address).toContain('p=77');
    const ages = visitor.all('[data-cards] small').map((card) => Number(nameOf(card)));
    expect(ages.length).toBeGreaterThan(0);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(30);
    for (const link of [visitor.all('a[hreflang]').at(-1), visitor.all('a[rel="next"]').at(0)])
      expect(link && attributeOf(link, 'href')).toContain('age=30-50');
    await visitor.follow('a', site.remove);
    expect(visitor.address).not.toContain('age=');
    expect(visitor.all('[data-cards] > li')).toHaveLength(60);
  });

  test('the search is a form, and a full name leads to the profile', async () => {
    const visitor = await new Visitor().open(`${site.home}?p=77`);
    await search(visitor, 'fem');
    expect(visitor.find('h1', site.found)).toBeTruthy();
    const [robots] = visitor.all('meta[name="robots"]');
    expect(robots && attributeOf(robots, 'content')).toContain('noindex');
    const [first] = visitor.all('[data-cards] a');
    const name = first ? nameOf(first) : '';
    await search(visitor, name.toUpperCase());
    expect(visitor.address).toBe(`${site.prefix}/profile/${name}?p=77`);
  });

  test('the question about cookies is a form, and its answer is changed on the cookies page', async () => {
    const visitor = await new Visitor({ age: '1' }).open(`${site.prefix}/free?p=77`);
    await visitor.send(visitor.find('#consent button', site.yes));
    expect(visitor.address).toBe(`${site.prefix}/free?p=77`);
    expect(visitor.cookies.get('consent')).toBe('yes');
    expect(visitor.all('#consent')).toEqual([]);
    await visitor.follow('footer a', site.choice);
    expect(visitor.address).toBe(`${site.prefix}/cookies?p=77#choice`);
    await visitor.send(visitor.find('main button', site.no));
    expect(visitor.address).toBe(`${site.prefix}/cookies?p=77#choice`);
    expect(visitor.find('main strong', site.refused)).toBeTruthy();
    expect(visitor.cookies.get('consent')).toBe('no');
    expect(visitor.all('script'), 'a legal page runs nothing').toEqual([]);
  });

  test('P2.87 the age question is answered by its form, and by the links to the legal texts', async () => {
    const path = `${site.prefix}/free?p=77`;
    for (const name of site.legal) {
      const visitor = await new Visitor({}).open(path);
      await visitor.follow('#age-gate a', name);
      expect(visitor.address).toMatch(new RegExp(`^${site.prefix}/(terms-conditions|privacy)\\?p=77$`));
      await visitor.open(path);
      expect(visitor.all('#age-gate')).toEqual([]);
    }
    const visitor = await new Visitor({}).open(path);
    await visitor.send(visitor.find('#age-gate button', site.adult));
    expect(visitor.address).toBe(path);
    expect(visitor.all('#age-gate')).toEqual([]);
  });

  test('pages of a list are links, and the next page shows other performers', async () => {
    const visitor = await new Visitor().open(`${site.home}?p=77`);
    const names = () => visitor.all('[data-cards] > li a').map(nameOf);
    const first = names();
    await visitor.open(attributeOf(visitor.all('a[rel="next"]')[0] as Part, 'href'));
    expect(visitor.address).toBe(`${site.home}?page=2&p=77`);
    expect(names().filter((name) => first.includes(name))).toEqual([]);
    await visitor.open(attributeOf(visitor.all('a[rel="prev"]')[0] as Part, 'href'));
    expect(visitor.address).toBe(`${site.home}?p=77`);
  });

  test('a thumbnail links to the picture itself, and each performer of the list to a page', async () => {
    const visitor = await new Visitor().open(`${site.prefix}/profile/Sofie`);
    const [thumbnail] = visitor.all('[data-gallery-item]');
    const picture = await ask(thumbnail ? attributeOf(thumbnail, 'href') : '');
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    // Live performers link to the stream, others to their profile.
    await visitor.open(site.home);
    const links = visitor.all('main a').map((link) => attributeOf(link, 'href'));
    expect(links.filter((href) => /\/(profile|stream)\//.test(href))).toHaveLength(60);
  });

  test('P2.80 a category shows all its texts, and only the first page of the home list those of the site', async () => {
    const visitor = await new Visitor().open(`${site.prefix}/travel`);
    for (const title of site.texts) expect(visitor.find('h2, h3', title)).toBeTruthy();
    const general = () => visitor.all('h2, h3').filter((title) => nameOf(title) === site.general).length;
    expect(general()).toBe(0);
    await visitor.open(`${site.home}?page=2`);
    expect(general()).toBe(0);
    await visitor.open(site.home);
    expect(general()).toBe(1);
  });

  /** Types into the labelled field and submits it. */
  function search(visitor: Visitor, typed: string): Promise<Visitor> {
    const field = visitor.find('form[role="search"] input', site.search);
    return visitor.send(field, { [attributeOf(field, 'name')]: typed });
  }
});

import { describe, expect, test } from 'vitest';
import { ask, attributeOf, nameOf, Visitor } from '../../support/visitor.ts';

const sites = [
  {
    prefix: '',
    notFound: ['Pagina niet gevonden', 'Deze pagina kon niet worden gevonden.'],
    wrong: 'Er ging iets mis',
    home: 'Naar de homepage',
  },
  {
    prefix: '/en',
    notFound: ['Page not found', 'This page could not be found.'],
    wrong: 'Something went wrong',
    home: 'Go to the home page',
  },
] as const;

describe.each(sites)('an error page below $prefix/', ({ prefix, notFound, wrong, home }) => {
  test.each(['/nobody-knows-this', '/nobody/knows/this', '/404', `/profile/${'x'.repeat(65)}`, '/%E0%A4%A'])(
    'P2.81 P2.82 P2.84 L8.16 answers 404 in its language and links to the home page: %s',
    async (path) => {
      const { status } = await ask(`${prefix}${path}?p=77`);
      expect(status).toBe(404);
      const visitor = await new Visitor().open(`${prefix}${path}?p=77`);
      expect(visitor.all('h1').map(nameOf)).toEqual([notFound[0]]);
      const [main] = visitor.all('main');
      for (const text of [notFound[1], '404']) expect(main && nameOf(main)).toContain(text);
      const [robots] = visitor.all('meta[name="robots"]');
      expect(robots && attributeOf(robots, 'content')).toContain('noindex');
      expect(attributeOf(visitor.find('main a', home), 'href')).toBe(`${prefix || '/'}?p=77`);
    },
  );

  test('P2.81 P2.83 L8.16 shows a general text and the status of any other failure', async () => {
    expect((await ask(`${prefix}/500`)).status).toBe(500);
    const visitor = await new Visitor().open(`${prefix}/500`);
    expect(visitor.all('h1').map(nameOf)).toEqual([wrong]);
    const [main] = visitor.all('main');
    expect(main && nameOf(main)).toContain('500');
    const away = await ask(`${prefix}/503`);
    expect(away.status).toBe(503);
    expect(away.headers.get('retry-after')).toBe('10');
  });
});

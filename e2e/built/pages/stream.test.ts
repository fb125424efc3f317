import { expect, test } from 'vitest';
import { ask } from '../../support/visitor.ts';

const sites = [
  {
    prefix: '',
    facts: [
      'Over Sofie',
      'Spreekt:',
      'Nederlands',
      '60 credits per minuut',
      'vanaf 100 credits',
      'één druk op Stop',
    ],
  },
  {
    prefix: '/en',
    facts: [
      'About Sofie',
      'Speaks:',
      'Dutch',
      '60 credits a minute',
      'from 100 credits',
      'One press on Stop',
    ],
  },
] as const;

test.each(sites)(
  'P1.19 a stream page ($prefix) states prices and features before any script runs',
  async (site) => {
    const html = await (await ask(`${site.prefix}/stream/Sofie`)).text();
    const facts = html.slice(html.indexOf(`>${site.facts[0]}</h2>`));
    for (const fact of site.facts) expect(facts).toContain(fact);
    // Styles use this to make the page dark before the first paint.
    expect(html).toContain('data-route="{&quot;name&quot;:&quot;stream&quot;');
  },
);

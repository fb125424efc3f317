import { expect, test } from 'vitest';
import { ask } from '../support/ask.ts';

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
  'a stream page ($prefix) says what it costs and what is possible before any script runs',
  async (site) => {
    const html = await (await ask(`${site.prefix}/stream/Sofie`)).text();
    const facts = html.slice(html.indexOf('class="stream-facts"'));
    for (const fact of site.facts) expect(facts).toContain(fact);
    // By this the styles make it dark in every scheme, before anything of it is painted.
    expect(html).toContain('data-route="{&quot;name&quot;:&quot;stream&quot;');
  },
);

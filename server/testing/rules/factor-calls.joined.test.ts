import { it } from 'vitest';
import { expectJoined } from '#contract/testing/joined.ts';
import { allCalls } from './declarations.ts';
import { asking, unasked } from './factor-calls.ts';
import { nameOf } from './owned-calls.ts';

const FILE = 'server/testing/rules/factor-calls.ts';

it('lists every changing call of a performer', async () => {
  const found = (await allCalls())
    .map(({ call }) => call)
    .filter(({ access, method }) => access === 'performer' && method !== 'GET')
    .map(nameOf);
  const listed = [...asking, ...Object.values(unasked).flat()];
  expectJoined([
    ...found
      .filter((name) => !listed.includes(name))
      .map(
        (name) =>
          `${name} changes something of a performer: add it to asking in ${FILE} and call requireRecentFactor, or add it to unasked with a reason`,
      ),
    ...listed
      .filter((name) => !found.includes(name))
      .map((name) => `${name} is no changing call of a performer (any more): remove it from ${FILE}`),
    ...listed
      .filter((name, at) => listed.indexOf(name) !== at)
      .map((name) => `${name} is listed twice: remove one from ${FILE}`),
  ]);
});

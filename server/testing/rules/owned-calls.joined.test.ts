import { it } from 'vitest';
import { expectJoined } from '#contract/testing/joined.ts';
import { allCalls } from './declarations.ts';
import { mayBeOwned, nameOf, notOwned, owned } from './owned-calls.ts';

const FILE = 'server/testing/rules/owned-calls.ts';

it('lists every call of the contract that takes an id', async () => {
  const found = (await allCalls())
    .map(({ call }) => call)
    .filter(mayBeOwned)
    .map(nameOf);
  const lists = [Object.keys(owned), Object.keys(notOwned)] as const;
  const listed = lists.flat();
  expectJoined([
    ...found
      .filter((name) => !listed.includes(name))
      .map(
        (name) =>
          `${name} has an input that may name an owned object: add it to owned or notOwned in ${FILE}`,
      ),
    ...listed
      .filter((name) => !found.includes(name))
      .map((name) => `${name} is no call with such an input (any more): remove it from ${FILE}`),
    ...lists[0]
      .filter((name) => name in notOwned)
      .map((name) => `${name} is in owned and in notOwned: remove one from ${FILE}`),
  ]);
});

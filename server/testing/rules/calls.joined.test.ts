import { it } from 'vitest';
import { z } from 'zod';
import { callKey } from '#contract/endpoint.ts';
import { expectJoined } from '#contract/testing/joined.ts';
import { allCalls } from './declarations.ts';
import { asking, unasked } from './factor-calls.ts';
import { mayBeOwned, nameOf, notOwned, owned } from './owned-calls.ts';
import { sampleInput, unusedSamples } from './sample-input.ts';
import { unversioned } from './unversioned-calls.ts';

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

const UNVERSIONED_FILE = 'server/testing/rules/unversioned-calls.ts';

it('knows why a changing call of the desk needs no version of what the operator has seen', async () => {
  const blind = (await allCalls())
    .map(({ call }) => call)
    .filter(({ access, method }) => access === 'operator' && method !== 'GET')
    .filter(({ input, errors }) => {
      const version: unknown = Object.entries(input.shape).find(([name]) => name === 'version')?.[1];
      const isRequired = version instanceof z.core.$ZodType && !z.safeParse(version, undefined).success;
      return !isRequired || !errors.some((label) => label.endsWith('.changed'));
    })
    .map(nameOf);
  const listed = Object.values(unversioned).flat();
  expectJoined([
    ...blind
      .filter((name) => !listed.includes(name))
      .map(
        (name) =>
          `${name} changes something without a version: add a required one to its input and an error that ends with .changed, and check it in the handler, or add the call with a reason to ${UNVERSIONED_FILE}`,
      ),
    ...listed
      .filter((name) => !blind.includes(name))
      .map(
        (name) =>
          `${name} has a version, or is no changing call of the desk: remove it from ${UNVERSIONED_FILE}`,
      ),
    ...listed
      .filter((name, at) => listed.indexOf(name) !== at)
      .map((name) => `${name} is listed twice: remove one from ${UNVERSIONED_FILE}`),
  ]);
});

const OWNED_FILE = 'server/testing/rules/owned-calls.ts';

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
          `${name} has an input that may name an owned object: add it to owned or notOwned in ${OWNED_FILE}`,
      ),
    ...listed
      .filter((name) => !found.includes(name))
      .map((name) => `${name} is no call with such an input (any more): remove it from ${OWNED_FILE}`),
    ...lists[0]
      .filter((name) => name in notOwned)
      .map((name) => `${name} is in owned and in notOwned: remove one from ${OWNED_FILE}`),
  ]);
});

const SAMPLE_FILE = 'server/testing/rules/sample-input.ts';

it('has an input for every call of the contract', async () => {
  const calls = (await allCalls()).map(({ call }) => call);
  expectJoined([
    ...calls.flatMap((call) => {
      const { error } = call.input.safeParse(sampleInput(call));
      if (!error) return [];
      const fields = error.issues
        .map(({ path }: { path: PropertyKey[] }) => path.join('.') || 'its input')
        .join(', ');
      return [
        `${callKey(call)} refuses its sample because of ${fields}: add a value to values, or the fields to together, in ${SAMPLE_FILE}`,
      ];
    }),
    ...unusedSamples(calls).map(
      (key) => `${key} is no call (any more): remove it from together in ${SAMPLE_FILE}`,
    ),
  ]);
});

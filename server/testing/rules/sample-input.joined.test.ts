import { it } from 'vitest';
import { callKey } from '#contract/endpoint.ts';
import { expectJoined } from '#contract/testing/joined.ts';
import { allCalls } from './declarations.ts';
import { sampleInput, unusedSamples } from './sample-input.ts';

const FILE = 'server/testing/rules/sample-input.ts';

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
        `${callKey(call)} refuses its sample because of ${fields}: add a value to values, or the fields to together, in ${FILE}`,
      ];
    }),
    ...unusedSamples(calls).map((key) => `${key} is no call (any more): remove it from together in ${FILE}`),
  ]);
});

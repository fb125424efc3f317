import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { expectJoined } from '#contract/testing/joined.ts';
import { auditedActs } from '#server/events.ts';
import { actsOfProviders } from '#server/testing/rules/declarations.ts';

const FILE = 'server/audit/record-act.test.ts';
/** Shown by server/desk/looks.test.ts. */
const EYES = 'eye.';

it('expects a row of each act, except those only a provider can cause', () => {
  const named = new Set(readFileSync(FILE, 'utf8').match(/(?<=['` ])[a-z-]+\.[a-z-]+(?=['` ])/g));
  expect(named.size).toBeGreaterThan(80);
  expectJoined(
    auditedActs
      .filter((act) => !named.has(act) && !actsOfProviders.includes(act) && !act.startsWith(EYES))
      .map((act) => `The audited act ${act} of server/events.ts is tried nowhere in ${FILE}: add it there`),
  );
});

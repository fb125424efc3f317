import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
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

it('has words for each act in the log, as the texts of every language have', () => {
  const file = 'src/content/messages/nl/acts.json';
  const { acts } = z
    .object({ acts: z.record(z.string(), z.record(z.string(), z.string())) })
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  const named = Object.entries(acts).flatMap(([what, texts]) =>
    Object.keys(texts).map((one) => `${what}.${one}`),
  );
  expectJoined([
    ...auditedActs
      .filter((act) => !named.includes(act))
      .map((act) => `The act ${act} has no words: add acts.${act} to acts.json of each language`),
    ...named
      .filter((act) => !auditedActs.some((one) => one === act))
      .map((act) => `acts.${act} of acts.json is the name of no act: remove it from each language`),
  ]);
});

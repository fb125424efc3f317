import { expect, test } from 'vitest';
import { runConformance } from './index.ts';
import type { Breakage } from './testing/break.ts';
import { brokenAnswers } from './testing/broken-answers.ts';
import { brokenCreated } from './testing/broken-created.ts';
import { brokenSessions } from './testing/broken-sessions.ts';
import { openFakeServer } from './testing/fake-server.ts';

const breakages = [...brokenCreated, ...brokenAnswers, ...brokenSessions];

/** Ids of the checks that fail or warn. */
async function redChecks({
  broken,
  protocol = 'whip',
  ice = false,
}: Pick<Breakage, 'broken' | 'protocol' | 'ice'>) {
  const server = await openFakeServer(broken);
  try {
    const results = await runConformance({
      [protocol]: `${server.origin}/${protocol}`,
      token: 'good',
      otherToken: 'other',
      timeoutMs: 3000,
      ...(ice
        ? { only: [`${protocol}.ice`] }
        : { except: ['ice', 'dtls', 'limit'].map((part) => `${protocol}.${part}`) }),
    });
    return results
      .filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')
      .map(({ id }) => id.slice(protocol.length + 1))
      .sort();
  } finally {
    await server.close();
  }
}

test.each(['whip', 'whep'] as const)(
  'a server that keeps every rule passes every check of %s',
  async (protocol) => {
    expect(await redChecks({ broken: {}, protocol })).toEqual([]);
    expect(await redChecks({ broken: {}, protocol, ice: true })).toEqual([]);
  },
);

test.each(breakages)('is detected by its own checks and no others: $name', async (breakage) => {
  expect(await redChecks(breakage)).toEqual([...breakage.red].sort());
});

import { describe, expect, it } from 'vitest';
import { type Label, labels, memoryStore, verifyResponse } from './index.ts';
import { storedRequest } from './request.ts';
import { fixedTrust } from './trust/anchors.ts';
import { judgeOf, readVectors } from './vectors/format.ts';

const { cases, ...lists } = readVectors();
const judge = judgeOf(lists);
const outcome = (verdict: { proven: boolean; label?: Label }) => (verdict.proven ? 'proven' : verdict.label);

describe('published cases', () => {
  it.each(cases)('$name: $expected', async (vector) => {
    const verdict = await judge(vector);
    expect(outcome(verdict)).toBe(vector.expected);
    const keys = verdict.proven ? ['id', 'proven', 'session', 'way'] : ['label', 'proven', 'request'];
    expect(keys).toEqual(expect.arrayContaining(Object.keys(verdict)));
  });

  it('have every label, each with a sentence', () => {
    const expected = new Set(cases.map((vector) => vector.expected));
    expect([...expected].sort()).toEqual([...Object.keys(labels), 'proven'].sort());
  });

  it('have different names', () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });
});

describe('verifyResponse', () => {
  const [valid] = cases;
  if (!valid?.request) throw new Error('the first case is a valid one');
  const { request, response } = valid;
  const now = () => Date.parse(valid.clock);

  it('spends a request by a refused response, too', async () => {
    const requests = memoryStore(now);
    await requests.add(await storedRequest(request));
    const verification = { requests, trust: fixedTrust([]), now };
    const shown = { id: request.id, session: request.session };
    const expected = { proven: false, label: 'chain-untrusted', request: shown };
    expect(await verifyResponse(response, verification)).toEqual(expected);
    expect(await verifyResponse(response, verification)).toEqual({ proven: false, label: 'request-used' });
  });

  it('gives two responses at once one verdict only', async () => {
    const requests = memoryStore(now);
    await requests.add(await storedRequest(request));
    const verification = { requests, trust: fixedTrust([]), now };
    const both = await Promise.all([response, response].map((one) => verifyResponse(one, verification)));
    expect(both.map(outcome).sort()).toEqual(['chain-untrusted', 'request-used']);
  });

  it('forgets a request after its time', async () => {
    let time = now();
    const requests = memoryStore(() => time);
    await requests.add(await storedRequest(request));
    time += 3_600_000;
    await requests.add(await storedRequest({ ...request, id: 'later', created: time }));
    expect(await requests.take(request.id)).toBe('unknown');
  });

  it('passes on what the store throws, so that the caller can answer "later"', async () => {
    const failing = { add: async () => {}, take: () => Promise.reject(new Error('store is away')) };
    await expect(verifyResponse(response, { requests: failing, trust: fixedTrust([]), now })).rejects.toThrow(
      'store is away',
    );
  });

  it('reads only what the way of a response has', async () => {
    const requests = memoryStore(now);
    const nothing = { way: 'openid4vp', body: undefined } as unknown as typeof response;
    const verdict = await verifyResponse(nothing, { requests, trust: fixedTrust([]), now });
    expect(verdict).toEqual({ proven: false, label: 'malformed' });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LIVE_DAY_MS,
  LIVE_EVERY_MS,
  LIVE_MOST,
  type LiveNotice,
  mayTellOfLive,
} from './live-notice-calls.ts';
import { isQuiet } from './notices.ts';

const noon = new Date('2026-11-20T11:00:00Z');
const notice = (performerId: number, msAgo: number): LiveNotice => ({
  performerId,
  toldAt: new Date(noon.getTime() - msAgo),
});

describe('a notice that a favourite is live', () => {
  it.each([
    ['the first one', [], true],
    ['about the same performer, within three hours', [notice(1, LIVE_EVERY_MS - 1)], false],
    ['about the same performer, after three hours', [notice(1, LIVE_EVERY_MS)], true],
    ['about another performer, a moment later', [notice(2, 0)], true],
    ['the fifth in 24 hours', [2, 3, 4, 5].map((id) => notice(id, 1000)), true],
    ['the sixth in 24 hours', [2, 3, 4, 5, 6].map((id) => notice(id, LIVE_DAY_MS - 1)), false],
    ['after five older ones', [2, 3, 4, 5, 6].map((id) => notice(id, LIVE_DAY_MS)), true],
  ])('%s: %#', (_, earlier, expected) => {
    expect(mayTellOfLive(1, earlier, noon)).toBe(expected);
  });

  it('is not sent at night', () => {
    expect(mayTellOfLive(1, [], new Date('2026-11-20T22:00:00Z'))).toBe(false);
  });

  it('keeps every limit, whenever performers go live', () => {
    const from = Date.parse('2026-11-20T00:00:00Z');
    const start = fc.record({
      performerId: fc.integer({ min: 1, max: 9 }),
      minute: fc.integer({ min: 0, max: 3 * 24 * 60 }),
    });
    fc.assert(
      fc.property(fc.array(start, { maxLength: 80 }), (starts) => {
        const sent: LiveNotice[] = [];
        for (const { performerId, minute } of starts.toSorted((a, b) => a.minute - b.minute)) {
          const toldAt = new Date(from + minute * 60_000);
          if (mayTellOfLive(performerId, sent, toldAt)) sent.push({ performerId, toldAt });
        }
        for (const { performerId, toldAt } of sent) {
          const upTo = (ms: number) =>
            sent.filter((one) => one.toldAt <= toldAt && toldAt.getTime() - one.toldAt.getTime() < ms);
          expect(isQuiet(toldAt)).toBe(false);
          expect(upTo(LIVE_DAY_MS).length).toBeLessThanOrEqual(LIVE_MOST);
          expect(upTo(LIVE_EVERY_MS).filter((one) => one.performerId === performerId)).toHaveLength(1);
        }
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { onlineStatus } from '../performers/status.ts';
import { LOST_AFTER_MS, type PictureFacts, pictureNews } from './notice-calls.ts';

const { offline, online, free, vip, paused } = onlineStatus;
const lost: PictureFacts = {
  status: online,
  isReceived: false,
  missingMs: LOST_AFTER_MS,
  isTold: false,
};

describe('a notice that nobody sees her', () => {
  it.each([
    ['after fifteen seconds of a paid chat', {}, 'lost'],
    ['after fifteen seconds of a free chat', { status: free }, 'lost'],
    ['after fifteen seconds of a show', { status: vip }, 'lost'],
    ['a moment earlier', { missingMs: LOST_AFTER_MS - 1 }, null],
    ['once, however long it lasts', { isTold: true, missingMs: 59_000 }, null],
    ['in a break, in which viewers expect no picture', { status: paused }, null],
    ['offline', { status: offline }, null],
    ['with a picture', { isReceived: true }, null],
    ['that it is back, if she was told', { isReceived: true, isTold: true, missingMs: 0 }, 'back'],
    ['nothing, if she goes into a break meanwhile', { status: paused, isReceived: true, isTold: true }, null],
    ['nothing, if she goes offline meanwhile', { status: offline, isReceived: true, isTold: true }, null],
  ] as const)('%s', (_, facts, expected) => {
    expect(pictureNews({ ...lost, ...facts })).toBe(expected);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTypist } from './typist.ts';

const sent: string[] = [];
const open = (patience = 4) =>
  createTypist(async (line) => void sent.push(line), { thinkMs: 1000, letterMs: 10, patience });

beforeEach(() => {
  sent.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('a typist', () => {
  it('takes time to think and to type before it sends a line', async () => {
    open().say('twelve chars');
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1200);
    expect(sent).toEqual(['twelve chars']);
  });

  it('sends one line after another', async () => {
    const typist = open();
    typist.say('one');
    typist.say('two');
    await vi.advanceTimersByTimeAsync(2040);
    expect(sent[0]).toBe('one');
    await vi.advanceTimersByTimeAsync(2100);
    expect(sent).toEqual(['one', 'two']);
  });

  it('finishes the current line in a busy room and then sends only the newest ones', async () => {
    const typist = open(2);
    for (const line of ['a', 'b', 'c', 'd', 'e']) typist.say(line);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(['a', 'd', 'e']);
  });

  it('sends nothing after it was stopped', async () => {
    const typist = open();
    typist.say('one');
    typist.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
  });

  it('sends the same line twice if asked twice', async () => {
    const typist = open();
    typist.say('hello');
    typist.say('hello');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(['hello', 'hello']);
  });
});

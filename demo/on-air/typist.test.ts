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
  it('takes time to think and to type before a line is there', async () => {
    open().say('twelve chars');
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1200);
    expect(sent).toEqual(['twelve chars']);
  });

  it('says one line after another', async () => {
    const typist = open();
    typist.say('one');
    typist.say('two');
    await vi.advanceTimersByTimeAsync(2040);
    expect(sent[0]).toBe('one');
    await vi.advanceTimersByTimeAsync(2100);
    expect(sent).toEqual(['one', 'two']);
  });

  it('in a busy room finishes what is being typed and then answers the newest lines only', async () => {
    const typist = open(2);
    for (const line of ['a', 'b', 'c', 'd', 'e']) typist.say(line);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(['a', 'd', 'e']);
  });

  it('says nothing more once stopped', async () => {
    const typist = open();
    typist.say('one');
    typist.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
  });

  it('says the same line twice when asked twice', async () => {
    const typist = open();
    typist.say('hello');
    typist.say('hello');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(['hello', 'hello']);
  });
});

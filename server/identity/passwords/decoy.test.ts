import { verify } from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';
import { noEvents } from '#server/events.ts';
import { createPasswords } from './passwords.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

it('a missing account costs the same hashing as a wrong password', async () => {
  const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  const passwords = createPasswords({ cost, atOnce: 2, waiting: 60 }, noEvents);
  /** Algorithm and costs of what a password is compared with. */
  const compared = async (stored: string | null) => {
    vi.mocked(verify).mockClear();
    await passwords.check(stored, 'Wrong-16');
    return vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'));
  };
  const known = await compared(await passwords.hash('Plein-16'));
  expect(known).toHaveLength(1);
  expect(await compared(null)).toEqual(known);
});

import { expect, it } from 'vitest';
import { limitRules } from '#server/ports/limits.ts';
import { unreachedLimits } from './unreached-limits.ts';

it('refuses no benchmark member on a machine of any speed', async () => {
  const limits = unreachedLimits();
  for (let taken = 0; taken <= 3 * limitRules['chat-message'].points; taken += 1)
    await expect(limits.take('chat-message', 'member 1')).resolves.toBeUndefined();
});

import type { OutputOf } from '#contract/endpoint.ts';
import type { readPasswordPolicy as call } from '#contract/member/settings/password-calls.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function readPasswordPolicy({ config }: Deps): Promise<OutputOf<typeof call>> {
  return { policy: config.passwordPolicy };
}

import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { endLogins } from '#server/performers/whip-key/end-logins.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { command } from '../command.ts';

export const logOutPerformerCommand = command({
  name: 'performers log-out',
  summary: 'Ends every login of a performer, and revokes her WHIP key with --revoke-key',
  operands: ['username'],
  options: { 'revoke-key': { help: 'also revokes the WHIP key and ends broadcasts with it' } },
  changes: true,
  input: z.object({ username: z.string().min(1), 'revoke-key': z.boolean().default(false) }),
  async run({ db, now, caller, say }, { username, 'revoke-key': revokeWhipKey }) {
    const performer = await performersFor({ db }, inHouse).byName(username);
    if (!performer) throw new AppError('badRequest.performer.notExists');
    const { ended, whipKey } = await endLogins({ db, now }, caller, {
      performerId: performer.id,
      revokeWhipKey,
    });
    say(`${ended.length} ${ended.length === 1 ? 'login' : 'logins'} of ${username} ended.`);
    say(keyLines[whipKey]);
    return 0;
  },
});

const keyLines = {
  none: 'She has no WHIP key.',
  kept: 'Her WHIP key is still valid, so an encoder can keep broadcasting: --revoke-key revokes it.',
  revoked: 'Her WHIP key is revoked; broadcasts with it end within two seconds.',
} as const;

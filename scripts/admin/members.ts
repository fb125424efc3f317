import { z } from 'zod';
import { allPersonalData } from '#server/boot/personal-data/personal-data.ts';
import { removeMember } from '#server/member/deletion/erase-member.ts';
import { command } from './command.ts';

export const removeMemberCommand = command({
  name: 'member remove',
  summary: 'Erases the personal data of a member; the books are kept',
  operands: ['email'],
  changes: true,
  input: z.object({ email: z.string().min(1) }),
  async run({ db, config, newId, now, caller, say }, { email }) {
    await removeMember({ db, config, newId, now, personalData: allPersonalData }, caller, email);
    say('The account is closed and its personal data erased.');
    return 0;
  },
});

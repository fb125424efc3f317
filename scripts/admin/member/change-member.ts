import { z } from 'zod';
import { allPersonalData } from '#server/boot/personal-data.ts';
import { creditMember } from '#server/desk/members/credit-member.ts';
import { blockMember } from '#server/member/account/block-member.ts';
import { findMember } from '#server/member/account/find-member.ts';
import { removeMember } from '#server/member/deletion/remove-member.ts';
import { command } from '../command.ts';

const member = z.string().min(1);
const MOST = 100_000;

export const creditMemberCommand = command({
  name: 'member credit',
  summary: 'Gives a member credits; a debt is paid from them first',
  operands: ['member', 'credits'],
  changes: true,
  input: z.object({ member, credits: z.coerce.number().int().min(1).max(MOST) }),
  async run({ db, now, newId, caller, say }, { member, credits }) {
    const { id } = await findMember(db, member);
    const { balance, debt } = await creditMember({ db, now, newId }, caller, { memberId: id, credits });
    const paid = debt > 0 ? ` ${debt} of them paid the debt.` : '';
    say(`Member ${id} got ${credits} credits.${paid} The balance is ${balance}.`);
    return 0;
  },
});

export const blockMemberCommand = command({
  name: 'member block',
  summary: 'Blocks a member: ends sessions and chats, and refuses logins',
  operands: ['member'],
  changes: true,
  input: z.object({ member }),
  async run({ db, now, caller, say }, { member }) {
    const { id } = await findMember(db, member);
    const { ended } = await blockMember({ db, now }, caller, { memberId: id, isBlocked: true });
    say(`Member ${id} is blocked; ${ended} sessions ended.`);
    return 0;
  },
});

export const unblockMemberCommand = command({
  name: 'member unblock',
  summary: 'Lets a blocked member log in again',
  operands: ['member'],
  changes: true,
  input: z.object({ member }),
  async run({ db, now, caller, say }, { member }) {
    const { id } = await findMember(db, member);
    await blockMember({ db, now }, caller, { memberId: id, isBlocked: false });
    say(`Member ${id} may log in again.`);
    return 0;
  },
});

export const removeMemberCommand = command({
  name: 'member remove',
  summary: 'Erases the personal data of a member; the books are kept',
  operands: ['email'],
  changes: true,
  input: z.object({ email: z.string().min(1) }),
  async run({ db, config, now, caller, say }, { email }) {
    await removeMember({ db, config, now, personalData: allPersonalData }, caller, email);
    say('The account is closed and its personal data erased.');
    return 0;
  },
});

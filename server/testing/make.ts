import { type Account, transfer } from '#server/ledger/transfer.ts';
import { members } from '#server/member/tables.ts';
import { foldUsername } from '#server/performers/reads.ts';
import { performers } from '#server/performers/tables.ts';
import type { Deps } from '#server/ports/deps.ts';

let made = 0;

/** A number unique among test objects. */
export const next = (): number => {
  made += 1;
  return made;
};

/** Creates a verified member with `credits` in the wallet and returns the id. */
export async function makeMember(
  deps: Deps,
  { credits = 0, ...fields }: Partial<typeof members.$inferInsert> & { credits?: number } = {},
): Promise<number> {
  const number = next();
  const email = fields.email ?? `lid${number}@example.com`;
  const username = fields.username ?? `lid${number}`;
  const [row] = await deps.db
    .insert(members)
    .values({
      email,
      emailFolded: email.toLowerCase(),
      username,
      usernameFolded: username.toLowerCase(),
      passwordHash: 'none',
      verifiedAt: deps.now(),
      ...fields,
    })
    .returning({ id: members.id });
  if (!row) throw new Error('Member was not inserted');
  if (credits > 0) await giveCredits(deps, { kind: 'member', owner: row.id }, credits);
  return row.id;
}

/** Creates a performer, offline by default, and returns the id. */
export async function makePerformer(
  deps: Deps,
  fields: Partial<typeof performers.$inferInsert> = {},
): Promise<number> {
  const username = fields.username ?? `Performer${next()}`;
  const [row] = await deps.db
    .insert(performers)
    .values({
      username,
      usernameFolded: foldUsername(username),
      dateOfBirth: '1995-05-05',
      gender: 'female',
      languages: ['nl'],
      ...fields,
    })
    .returning({ id: performers.id });
  if (!row) throw new Error('Performer was not inserted');
  return row.id;
}

/** Transfers credits from the house through the ledger. */
export async function giveCredits(deps: Deps, to: Account, amount: number): Promise<void> {
  await deps.db.transaction((tx) =>
    transfer(tx, {
      key: `test:${next()}:${deps.newId()}`,
      kind: 'opening',
      from: { kind: 'house', owner: 'opening' },
      to,
      amount,
      reference: 'test',
      at: deps.now(),
    }),
  );
}

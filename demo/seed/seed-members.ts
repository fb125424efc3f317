import { eq } from 'drizzle-orm';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { hashPassword } from '#server/identity/passwords/passwords.ts';
import { transfer } from '#server/ledger/transfer.ts';
import { members } from '#server/member/tables.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

const PASSWORD = 'Demo1234';

export interface SeedMember {
  email: string;
  username: string;
  verified: boolean;
  credits: number;
  /** The account's past purchases and expenses, in order; `credits` is the balance after them. */
  past?: MemberPast;
}

export interface MemberPast {
  registeredAt: Date;
  /** Cost of the history in credits, less the credits it adds. */
  cost(tx: Tx): Promise<number>;
  store(tx: Tx, memberId: number): Promise<void>;
}

/** Leaves existing members unchanged. All have the demo's password. */
export async function seedMembers(
  deps: Pick<Deps, 'db' | 'now'>,
  wanted: readonly SeedMember[],
): Promise<void> {
  for (const account of wanted) await seedMember(deps, account);
}

async function seedMember(
  deps: Pick<Deps, 'db' | 'now'>,
  { email, username, verified, credits, past }: SeedMember,
): Promise<void> {
  const emailFolded = foldEmail(email);
  const known = await deps.db
    .select({ id: members.id })
    .from(members)
    .where(eq(members.emailFolded, emailFolded));
  if (known.length > 0) return;
  const at = past?.registeredAt ?? deps.now();
  const passwordHash = await hashPassword(PASSWORD);
  await deps.db.transaction(async (tx) => {
    const [created] = await tx
      .insert(members)
      .values({
        email,
        emailFolded,
        username,
        usernameFolded: username.toLowerCase(),
        passwordHash,
        termsAcceptedAt: at,
        verifiedAt: verified ? at : null,
        createdAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: members.id });
    if (!created) return;
    const amount = credits + ((await past?.cost(tx)) ?? 0);
    if (amount === 0) return;
    await transfer(tx, {
      key: `opening:member:${emailFolded}`,
      kind: 'opening',
      from: { kind: 'house', owner: 'opening' },
      to: { kind: 'member', owner: created.id },
      amount,
      reference: `member:${created.id}`,
      at,
    });
    await past?.store(tx, created.id);
  });
}

/** Free credits that one new account spent at one performer, and what it has in common with others. */
export interface NewSpender {
  memberId: number;
  performerId: number;
  credits: number;
  /** Keyed hashes. Null for an account whose network is not known (any more). */
  network: string | null;
  mailbox: string;
}

export const ringKinds = ['network', 'mailbox'] as const;
export type RingKind = (typeof ringKinds)[number];

/** Several new accounts of one network or mailbox that spent free credits at the same performer. */
export interface Ring {
  kind: RingKind;
  /** Hash of what they have in common. */
  hash: string;
  performerId: number;
  accounts: { memberId: number; credits: number }[];
}

/** Rings of at least this many accounts. */
export function findRings(spenders: readonly NewSpender[], least: number): Ring[] {
  return ringKinds.flatMap((kind) => {
    const groups = Map.groupBy(
      spenders.filter((spender) => spender.credits > 0 && spender[kind] !== null),
      (spender) => `${spender[kind]} ${spender.performerId}`,
    );
    return [...groups.values()].flatMap((own) => {
      const [first] = own;
      if (!first || own.length < least) return [];
      const accounts = own.map(({ memberId, credits }) => ({ memberId, credits }));
      return [{ kind, hash: first[kind] ?? '', performerId: first.performerId, accounts }];
    });
  });
}

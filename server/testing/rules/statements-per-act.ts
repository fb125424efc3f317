/**
 * Database statements per act, after a first one of its kind, without those that begin and end transactions. Held by the
 * test beside it, and written into the docs by `node scripts/write-docs.ts`.
 */
export const statementsPerAct = {
  'a tip': 10,
  'a tip while a goal is running': 12,
  'a tip that moves the toy': 14,
  'a private message': 11,
  '10 keep-alives that begin minutes, of members with limits': 11,
  '100 keep-alives that begin minutes, of members with limits': 11,
  '10 keep-alives that go on': 3,
  '100 keep-alives that go on': 3,
  'a page of the performers’ list after a change': 3,
  'a cut of a stream with one viewer': 39,
  'a payout': 10,
};

export type CountedAct = keyof typeof statementsPerAct;

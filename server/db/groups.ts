import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from './is-unavailable.ts';

/** What comes in numbers goes to the database together: one transaction for many instead of one for each. */
export interface Groups<Item, Answer> {
  /** Resolves once the item's group has been answered, which for one that writes is once it is committed. */
  add(item: Item): Promise<Answer>;
  /** Resolves when nothing waits any more. */
  close(): Promise<void>;
}

export interface GroupOptions<Item, Answer> {
  /** All of them or, when it throws, none; answers in the order given. */
  answerAll(items: readonly Item[]): Promise<readonly Answer[]>;
  /** ms from the start of one group to that of the next at least: what comes meanwhile goes together. */
  everyMs: number;
  /** Items of a group at most. */
  most: number;
  /** Of two items with the same key, the second waits for the next group. */
  keyOf?(item: Item): string | null;
  /** Told of a group that failed; its items then go one by one. */
  onFailure?(error: unknown, items: readonly Item[]): void;
}

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * One group after the other, in the order of arrival. What one item of a group can't have, the others don't miss: they go one by
 * one then.
 */
export function createGroups<Item, Answer>(options: GroupOptions<Item, Answer>): Groups<Item, Answer> {
  const { everyMs, most, keyOf = () => null } = options;
  const waiting: Waiting<Item, Answer>[] = [];
  /** ms of the monotonic clock. */
  let startedAt = Number.NEGATIVE_INFINITY;
  let work: Promise<void> | null = null;

  /** Never throws. */
  const answerWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      // At least until the event loop has handed over what arrived together.
      await sleep(Math.max(0, startedAt + everyMs - performance.now()));
      startedAt = performance.now();
      await answerGroup(options, takeGroup(waiting, { most, keyOf }));
    }
    work = null;
  };
  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        work ??= answerWaiting();
      }),
    close: async () => {
      await work;
    },
  };
}

/** From the front. */
function takeGroup<Item, Answer>(
  waiting: Waiting<Item, Answer>[],
  { most, keyOf }: Required<Pick<GroupOptions<Item, Answer>, 'most' | 'keyOf'>>,
): Waiting<Item, Answer>[] {
  const keys = new Set<string>();
  let size = 0;
  for (const { item } of waiting) {
    const key = keyOf(item);
    if (size === most || (key !== null && keys.has(key))) break;
    if (key !== null) keys.add(key);
    size += 1;
  }
  return waiting.splice(0, size);
}

async function answerGroup<Item, Answer>(
  { answerAll, onFailure }: GroupOptions<Item, Answer>,
  group: readonly Waiting<Item, Answer>[],
): Promise<void> {
  const items = group.map(({ item }) => item);
  try {
    resolveAll(group, await answerAll(items));
  } catch (error) {
    // A database that is away has none of them.
    if (group.length === 1 || isUnavailable(error)) {
      for (const { reject } of group) reject(error);
      return;
    }
    onFailure?.(error, items);
    for (const each of group)
      await answerAll([each.item])
        .then((answers) => resolveAll([each], answers))
        .catch(each.reject);
  }
}

function resolveAll<Item, Answer>(group: readonly Waiting<Item, Answer>[], answers: readonly Answer[]): void {
  if (answers.length !== group.length) throw new Error(`${answers.length} answers for ${group.length} items`);
  for (const [place, { resolve }] of group.entries()) resolve(answers[place] as Answer);
}

/** The next of the rows that a statement answered in order; throws where one is missing. */
export function requireNext<Row>(rows: Iterator<Row>): Row {
  const { value, done } = rows.next();
  if (done) throw new Error('a row is missing');
  return value;
}

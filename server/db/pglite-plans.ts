import {
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/** A prepared statement of the database. */
interface Plan {
  readonly name: string;
  /** Types of the parameters, as object ids. */
  readonly types: readonly number[];
  /** The description of its rows; empty without rows. */
  readonly fields: Messages;
}

type Query = <Row>(text: string, params?: unknown[], options?: QueryOptions) => Promise<Results<Row>>;

/** Number of statements whose plans are kept, and the length of the longest: others have a row for each item. */
const MOST = 300;
const LONGEST = 8000;

const { serialize } = protocol;

/**
 * Prepares repeated statements, as pg does with named statements. PGlite parses and plans each query in six calls
 * into the database; with a plan one call takes about a quarter of the time.
 */
export function keepPlans(client: PGlite): void {
  /** By text; null for a text seen once, which may be the only time. */
  const plans = new LRUCache<string, { plan: Plan | null }>({
    max: MOST,
    dispose: ({ plan }) => plan && evicted.push(plan.name),
  });
  /** Names of evicted plans, which the database still holds. */
  const evicted: string[] = [];
  let count = 0;

  async function prepare(text: string): Promise<Plan> {
    const name = `plan-${count}`;
    count += 1;
    const answers = await client.execProtocolStream(
      Buffer.concat([
        ...evicted.splice(0).map((old) => serialize.close({ type: 'S', name: old })),
        serialize.parse({ name, text }),
        serialize.describe({ type: 'S', name }),
        serialize.sync(),
      ]),
      { syncToFs: false },
    );
    const fields = answers.filter((message) => message.name === 'rowDescription');
    return { name, types: parse.parseDescribeStatementResults(answers), fields };
  }

  function encode(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const toText = client.serializers[type ?? 0];
    return toText ? toText(value) : String(value);
  }

  async function run<Row>(
    text: string,
    params: unknown[],
    options: QueryOptions | undefined,
    syncToFs: boolean,
  ): Promise<Results<Row>> {
    const known = plans.get(text)?.plan;
    const plan = known ?? (await prepare(text));
    if (!known) plans.set(text, { plan });
    const values = params.map((value, index) => encode(value, plan.types[index]));
    const answers = await client.execProtocolStream(
      Buffer.concat([
        serialize.bind({ statement: plan.name, values }),
        serialize.execute({}),
        serialize.sync(),
      ]),
      { syncToFs },
    );
    const [results] = parse.parseResults([...plan.fields, ...answers], client.parsers, options);
    return results as Results<Row>;
  }

  /** Whether the text repeats; remembers it. */
  function repeats(text: string): boolean {
    if (text.length > LONGEST) return false;
    if (plans.has(text)) return true;
    plans.set(text, { plan: null });
    return false;
  }

  const [query, transaction] = [client.query.bind(client) as Query, client.transaction.bind(client)];
  client.query = async (text, params = [], options) => {
    if (!repeats(text)) return query(text, params, options);
    await client._checkReady();
    // The locks that the library's own queries take.
    return client._runExclusiveTransaction(() =>
      client._runExclusiveQuery(() => run(text, params, options, true)),
    );
  };
  client.transaction = (work) =>
    transaction((tx) => {
      const planned: Query = (text, params = [], options) =>
        tx.closed || !repeats(text)
          ? tx.query(text, params, options)
          : client._runExclusiveQuery(() => run(text, params, options, false));
      return work(Object.assign(Object.create(tx) as Transaction, { query: planned }));
    });
}

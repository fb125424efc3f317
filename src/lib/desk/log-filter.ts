import * as z from 'zod/mini';
import { listActs } from '#contract/desk/log-calls.ts';

/** The filter in the query of the page; values that cannot be a filter are left out. */
export function logFilterOf(query: URLSearchParams) {
  const { actor, subject, act, day, before } = listActs.input.shape;
  const read = <Type extends z.ZodMiniType>(name: string, type: Type): z.output<Type> | undefined => {
    const value = query.get(name);
    return value === null || value === '' ? undefined : z.safeParse(type, value).data;
  };
  return {
    actor: read('actor', actor) ?? '',
    subject: read('subject', subject) ?? '',
    act: read('act', act) ?? '',
    day: read('day', day),
    before: read('before', before),
  };
}

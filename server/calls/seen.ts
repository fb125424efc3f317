import type { List } from '#contract/desk/described/described.ts';
import { inputFor, rowsIn, rowVersion } from '#contract/desk/described/described-fields.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { own } from '#contract/input.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Handler } from './handler.ts';

/**
 * Checks an act on rows that do not change while they are there: throws `badRequest.form.changed` if the operator has
 * seen another row. The handler checks what it locks.
 */
export const asSeen =
  (list: List, read: Handler<AnyEndpoint>) =>
  async (deps: Deps, caller: Caller, input: Readonly<Record<string, unknown>>): Promise<void> => {
    const { rows } = rowsIn(list, await read(deps, caller, inputFor(list.call, input)));
    const row = rows.find((one) => own(one, list.key) === own(input, list.key));
    if (row && rowVersion(row) !== own(input, 'version')) throw new AppError('badRequest.form.changed');
  };

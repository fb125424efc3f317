import type { List } from '#contract/desk/described.ts';
import { rowsIn, rowVersion } from '#contract/desk/described-fields.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { own } from '#contract/input.ts';
import type { Handler } from './handler.ts';

/**
 * An act on rows that do not change while they are there. Throws `badRequest.form.changed` if the operator has seen
 * another row; the handler checks what it locks.
 */
export const asSeen =
  <Call extends AnyEndpoint>(list: List, read: Handler<AnyEndpoint>, act: Handler<Call>): Handler<Call> =>
  async (deps, caller, input) => {
    const sent: Readonly<Record<string, unknown>> = input;
    const { rows } = rowsIn(list, await read(deps, caller, {}));
    const row = rows.find((one) => own(one, list.key) === own(sent, list.key));
    if (row && rowVersion(row) !== own(sent, 'version')) throw new AppError('badRequest.form.changed');
    return act(deps, caller, input);
  };

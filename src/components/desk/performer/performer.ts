import type { openIdentity, readDeskPerformer } from '#contract/desk/people/performer-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';

interface ActResult {
  readonly error: string | undefined;
  readonly field: string | null;
  /** An opened record. */
  readonly opened: OutputOf<typeof openIdentity>['result'];
}

export interface PerformerPart {
  performer: OutputOf<typeof readDeskPerformer>;
  /** Address of the performer's page. */
  page: string;
  /** Whether the operator's role may act. */
  mayAct: boolean;
  /** The act that was asked for, and what was typed; null if none was. */
  posted: { readonly result: ActResult; readonly typed: (name: string) => string } | null;
}

/** Error and typed texts of one form, if it is the one that was refused. */
export function refusedForm({ performer, page, posted }: PerformerPart, act: string) {
  const own = posted?.typed('act') === act && posted.result.error !== undefined ? posted : null;
  const typed = (name: string, before = '') => own?.typed(name) ?? before;
  const [of, error, field] = [String(performer.id), own?.result.error, own?.result.field ?? null];
  return {
    form: { action: page, act, of },
    fields: { act, of, refused: { error, field } },
    typed,
    refused: { error, field, reason: typed('reason') },
  };
}

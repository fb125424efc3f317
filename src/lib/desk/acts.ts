import { CONFIRM } from '#contract/desk/account/confirm-calls.ts';
import { REASON_MAX } from '#contract/desk/log-calls.ts';
import type { ErrorLabel } from '#contract/errors.ts';
import { type FormRules, submitPosted } from '../forms/submit.ts';
import { fieldErrors } from '../member/account/entry-rules.ts';
import type { MessageKey, Translate } from '../site/i18n.ts';

const refuseReason = (reason: string): MessageKey | null => {
  const { length } = reason.trim();
  return length < 3 || length > REASON_MAX ? 'desk.act.reasonShape' : null;
};

export interface ActResult {
  readonly sent: boolean;
  /** Whether the act waits for a second operator. */
  readonly waits: boolean;
  readonly error: string | undefined;
  /** Name of the field that the error is about; null if it is about the whole act. */
  readonly field: string | null;
}

/** An act that was not sent, because of what was typed into a field. */
export const refusedAt = (field: string | null, error: string): ActResult => ({
  sent: false,
  waits: false,
  error,
  field,
});

/**
 * The error of an act if its form is gone from the page, because a colleague was faster. `isShown`: whether the form is
 * still there; undefined without an act.
 */
export const lostError = (result: ActResult | null, isShown: boolean | undefined): string | undefined =>
  isShown === false ? result?.error : undefined;

interface PostedAct {
  readonly reason: string;
  readonly t: Translate;
  readonly send: () => Promise<unknown>;
  /** Texts of refusals that the act has of its own. */
  readonly labels?: Readonly<Partial<Record<ErrorLabel, MessageKey>>>;
}

/** Carries out an act that a page of the desk was asked for, with its reason. */
export async function performAct({ reason, t, send, labels = {} }: PostedAct): Promise<ActResult> {
  const own = Object.entries(labels).map(([label, message]) => [label, { message }]);
  let output: unknown;
  const rules: FormRules<'reason' | 'confirm', { reason: string; confirm: string }> = {
    check: () => fieldErrors({ reason: refuseReason(reason) }),
    send: async () => {
      output = await send();
    },
    labels: { 'badRequest.desk.confirm': { field: CONFIRM }, ...Object.fromEntries(own) },
  };
  const form = await submitPosted(rules, { reason, confirm: '' }, { posted: true, t });
  for (const field of ['reason', CONFIRM] as const) {
    const { error } = form.field(field);
    if (error) return { sent: false, waits: false, error, field };
  }
  return { sent: form.sent, waits: form.sent && isWaiting(output), error: form.error, field: null };
}

/** Acts of value answer a result, or the number of the request that waits. */
const isWaiting = (output: unknown): boolean =>
  typeof output === 'object' && output !== null && 'request' in output && output.request !== null;

interface KeptForm {
  /** Every text field, to be sent again. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** What was typed or chosen, without what only the page needs. */
  readonly typed: readonly string[];
}

const secrets: ReadonlySet<string> = new Set(['password', 'newPassword', 'repeatNewPassword', 'code', 'key']);
const ofThePage: ReadonlySet<string> = new Set(['act', 'of', 'version', 'formKey', 'row', 'seen']);

/** A posted form that can be sent again; null for one with a secret or a file, which is not shown. */
export function keptFormOf(form: FormData): KeptForm | null {
  const fields: (readonly [string, string])[] = [];
  for (const [name, value] of form) {
    // A field for a file in which none was chosen.
    if (typeof value !== 'string' && value.size === 0) continue;
    // A code that is used up, or soon too old.
    if (name === CONFIRM) continue;
    if (secrets.has(name) || typeof value !== 'string') return null;
    fields.push([name, value]);
  }
  const typed = fields.flatMap(([name, value]) => (ofThePage.has(name) || value === '' ? [] : [value]));
  return fields.length === 0 ? null : { fields, typed };
}

import { REASON_MAX } from '#contract/desk/reason.ts';
import type { ErrorLabel } from '#contract/errors.ts';
import type { FormRules } from '../forms/submit.ts';
import { submitPosted } from '../forms/submit-posted.ts';
import { fieldErrors } from '../member/account/field-errors.ts';
import type { MessageKey, Translate } from '../site/i18n.ts';

export const refuseReason = (reason: string): MessageKey | null => {
  const { length } = reason.trim();
  return length < 3 || length > REASON_MAX ? 'desk.act.reasonShape' : null;
};

export interface ActResult {
  readonly sent: boolean;
  readonly error: string | undefined;
  /** Name of the field that the error is about; null if it is about the whole act. */
  readonly field: string | null;
}

/** An act that was not sent, because of what was typed into a field. */
export const refusedAt = (field: string | null, error: string): ActResult => ({ sent: false, error, field });

/**
 * The error of an act if its form is gone from the page, because a colleague was faster. `isShown`: whether the form is
 * still there; undefined without an act.
 */
export const lostError = (result: ActResult | null, isShown: boolean | undefined): string | undefined =>
  isShown === false ? result?.error : undefined;

interface PostedAct {
  readonly reason: string;
  readonly t: Translate;
  readonly send: () => Promise<void>;
  /** Texts of refusals that the act has of its own. */
  readonly labels?: Readonly<Partial<Record<ErrorLabel, MessageKey>>>;
}

/** Carries out an act that a page of the desk was asked for, with its reason. */
export async function performAct({ reason, t, send, labels = {} }: PostedAct): Promise<ActResult> {
  const own = Object.entries(labels).map(([label, message]) => [label, { message }]);
  const rules: FormRules<'reason', { reason: string }> = {
    check: () => fieldErrors({ reason: refuseReason(reason) }),
    send,
    labels: Object.fromEntries(own),
  };
  const form = await submitPosted(rules, { reason }, { posted: true, t });
  const { error } = form.field('reason');
  return { sent: form.sent, error: error ?? form.error, field: error ? 'reason' : null };
}

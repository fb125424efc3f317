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
  /** Of the reason, or of the whole act. */
  readonly error: string | undefined;
}

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
  return { sent: form.sent, error: form.field('reason').error ?? form.error };
}

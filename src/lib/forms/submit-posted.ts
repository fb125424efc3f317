import type { Translate } from '../site/i18n.ts';
import { createForm, type FormRules } from './submit.ts';

export interface PostedForm<Field extends string> {
  readonly sent: boolean;
  /** Error of the whole form. */
  readonly error: string | undefined;
  /** The first wrong field gets the focus; without errors, the first field. */
  readonly field: (name: Field) => { readonly error: string | undefined; readonly autofocus: boolean };
}

interface Visit {
  readonly posted: boolean;
  readonly t: Translate;
  /** Values for the error texts. */
  readonly textValues?: Readonly<Record<string, string | number>>;
}

/** Submits a form posted by a page without script. `values` has the fields in their order on the page. */
export async function submitPosted<Field extends string, Values extends Readonly<Record<Field, unknown>>>(
  rules: FormRules<Field, Values>,
  values: Values,
  { posted, t, textValues }: Visit,
): Promise<PostedForm<Field>> {
  const form = createForm(rules);
  const sent = posted && (await form.submit(values));
  const state = form.$state.get();
  const failed = state.status === 'failed' ? state : null;
  const fields = Object.keys(values) as Field[];
  const focus = fields.find((name) => failed?.fields[name]) ?? fields[0];
  return {
    sent,
    error: failed?.message ? t(failed.message) : undefined,
    field(name) {
      const key = failed?.fields[name];
      return { error: key && t(key, textValues), autofocus: name === focus };
    },
  };
}

import { atom, type ReadableAtom } from 'nanostores';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { textFor } from '../shell/texts/refusal-texts.ts';
import type { MessageKey, Translate } from '../site/i18n.ts';

/** The fields keep their values in every state. */
export type FormState<Field extends string> =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' }
  | { readonly status: 'sent' }
  | {
      readonly status: 'failed';
      /** Null if the input was refused before it was sent. */
      readonly label: ErrorLabel | null;
      /** Message key by field. */
      readonly fields: Readonly<Partial<Record<Field, MessageKey>>>;
      /** Message key for the whole form. */
      readonly message: MessageKey | null;
    };

export interface FormRules<Field extends string, Values> {
  /** Message keys by field; empty if all are valid. */
  readonly check: (values: Values) => Partial<Record<Field, MessageKey>>;
  readonly send: (values: Values) => Promise<void>;
  /** Labels that concern a field of this form, or have their own text. */
  readonly labels?: Readonly<
    Partial<Record<ErrorLabel, { readonly field?: Field; readonly message?: MessageKey }>>
  >;
  readonly fallback?: MessageKey;
}

export interface Form<Field extends string, Values> {
  readonly $state: ReadableAtom<FormState<Field>>;
  /** Ignored while a submit is running. Returns whether it succeeded. */
  submit(values: Values): Promise<boolean>;
  /** Removes the error of an edited field. */
  touch(field: Field): void;
  reset(): void;
}

export function createForm<Field extends string, Values>(
  rules: FormRules<Field, Values>,
): Form<Field, Values> {
  const $state = atom<FormState<Field>>({ status: 'idle' });
  return {
    $state,
    submit: (values) => submit($state, rules, values),
    touch(field) {
      const state = $state.get();
      if (state.status !== 'failed') return;
      const fields: Partial<Record<Field, MessageKey>> = { ...state.fields };
      delete fields[field];
      $state.set({ ...state, fields, message: null });
    },
    reset: () => $state.set({ status: 'idle' }),
  };
}

async function submit<Field extends string, Values>(
  $state: ReturnType<typeof atom<FormState<Field>>>,
  rules: FormRules<Field, Values>,
  values: Values,
): Promise<boolean> {
  if ($state.get().status === 'sending') return false;
  const wrong = rules.check(values);
  if (Object.keys(wrong).length > 0) {
    $state.set({ status: 'failed', label: null, fields: wrong, message: null });
    return false;
  }
  $state.set({ status: 'sending' });
  try {
    await rules.send(values);
    $state.set({ status: 'sent' });
    return true;
  } catch (error) {
    $state.set(failure(rules, error));
    return false;
  }
}

function failure<Field extends string, Values>(
  rules: FormRules<Field, Values>,
  error: unknown,
): FormState<Field> {
  const label = labelOf(error);
  const refusal = rules.labels?.[label];
  const message = refusal?.message ?? textFor(label, {}, rules.fallback);
  const fields: Partial<Record<Field, MessageKey>> = {};
  if (!refusal?.field) return { status: 'failed', label, fields, message };
  fields[refusal.field] = message;
  return { status: 'failed', label, fields, message: null };
}

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

import { atom, type ReadableAtom } from 'nanostores';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import type { MessageKey } from '../site/i18n.ts';

/** Where a form is: the fields keep what was typed throughout. */
export type FormState<Field extends string> =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' }
  | { readonly status: 'sent' }
  | {
      readonly status: 'failed';
      /** The label of the answer; null where the input was refused before it was sent. */
      readonly label: ErrorLabel | null;
      /** Message key by field. */
      readonly fields: Readonly<Partial<Record<Field, MessageKey>>>;
      /** Message key for the form as a whole, where no field is to blame. */
      readonly message: MessageKey | null;
    };

export interface FormRules<Field extends string, Values> {
  /** Message keys of what is wrong, by field; empty where all is well. */
  readonly check: (values: Values) => Partial<Record<Field, MessageKey>>;
  readonly send: (values: Values) => Promise<void>;
  /** What a label means to this form: one of its fields, or the whole. */
  readonly labels?: Readonly<
    Partial<Record<ErrorLabel, { readonly field?: Field; readonly message: MessageKey }>>
  >;
  readonly fallback?: MessageKey;
}

export interface Form<Field extends string, Values> {
  readonly $state: ReadableAtom<FormState<Field>>;
  /** Sends once: while an answer is awaited a second submit does nothing. Answers whether it went well. */
  submit(values: Values): Promise<boolean>;
  /** The visitor edits a field: its complaint goes away. */
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
  const told = rules.labels?.[label];
  const fields: Partial<Record<Field, MessageKey>> = {};
  if (told?.field) {
    fields[told.field] = told.message;
    return { status: 'failed', label, fields, message: null };
  }
  const fallback = label === 'UNAVAILABLE' ? 'ui.unavailable' : 'ui.failed';
  return { status: 'failed', label, fields, message: told?.message ?? rules.fallback ?? fallback };
}

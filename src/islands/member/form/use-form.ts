import { useStore } from '@nanostores/react';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import type { Form } from '#lib/forms/submit.ts';
import { useT } from '../../ui/controls/Messages.tsx';

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Values = Record<string, string | boolean>;

/** Props of an input of the form. */
export interface FieldProps {
  'data-field': string;
  error: string | undefined;
  onChange: (event: ChangeEvent<Input>) => void;
}

/**
 * State of a form with uncontrolled inputs, read at submit: password managers fill them in without an event. Editing
 * a field removes its error; the first wrong field gets the focus.
 */
export function useForm<Field extends string, V extends Values>(
  form: Form<Field, V>,
  initial: V,
  textValues: Readonly<Record<string, string | number>> = {},
  onSent?: (values: V) => void,
) {
  const t = useT();
  const state = useStore(form.$state);
  const [values, setValues] = useState(initial);
  const element = useRef<HTMLFormElement>(null);
  // Also at unmount: otherwise, when opened again, it would focus the field that was wrong last time.
  useEffect(() => {
    form.reset();
    return () => form.reset();
  }, [form]);
  useEffect(() => {
    if (state.status === 'failed')
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [state]);
  const errorOf = (field: Field): string | undefined => {
    const key = state.status === 'failed' ? state.fields[field] : undefined;
    return key && t(key, textValues);
  };
  const edit = (field: Field) => {
    setValues(readInputs(element.current, values));
    form.touch(field);
  };
  const field = (name: Field): FieldProps => ({
    'data-field': name,
    error: errorOf(name),
    onChange: () => edit(name),
  });
  return {
    /** Values as of the last edit. */
    values,
    sent: state.status === 'sent',
    busy: state.status === 'sending',
    message: state.status === 'failed' && state.message ? t(state.message, textValues) : null,
    text: (name: Field) => ({ ...field(name), defaultValue: String(initial[name] ?? '') }),
    check: (name: Field) => ({ ...field(name), defaultChecked: initial[name] === true }),
    /** Writes into a text field. */
    write(name: Field, value: string): void {
      const input = element.current?.querySelector<HTMLInputElement>(`[data-field="${name}"]`);
      if (input) input.value = value;
      edit(name);
    },
    formProps: {
      ref: element,
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault();
        const read = readInputs(element.current, values);
        setValues(read);
        void form.submit(read).then((isSent) => isSent && onSent?.(read));
      },
    },
  };
}

/** Merges the inputs' current values into `values`. */
function readInputs<V extends Values>(form: HTMLFormElement | null, values: V): V {
  const inputs = [...(form?.querySelectorAll<Input>('[data-field]') ?? [])];
  const read = inputs.map((input) => [input.dataset['field'], inputValue(input)] as const);
  return { ...values, ...Object.fromEntries(read) };
}

const inputValue = (input: Input): string | boolean =>
  input instanceof HTMLInputElement && input.type === 'checkbox' ? input.checked : input.value;

import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Form } from '#lib/forms/submit.ts';
import { useT } from '../../ui/Messages.tsx';

/**
 * Values beside the form's state. Editing a field removes its error; after a refused submit the first wrong field
 * gets the focus.
 */
export function useForm<Field extends string, Values extends Record<string, string | boolean>>(
  form: Form<Field, Values>,
  initial: Values,
  textValues: Readonly<Record<string, string | number>> = {},
) {
  const t = useT();
  const state = useStore(form.$state);
  const [values, setValues] = useState(initial);
  const element = useRef<HTMLFormElement>(null);
  // Afterwards too: opened again, it would begin with the focus on what was wrong the last time.
  useEffect(() => {
    form.reset();
    return () => form.reset();
  }, [form]);
  useEffect(() => {
    if (state.status === 'failed')
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [state]);
  return {
    values,
    sent: state.status === 'sent',
    busy: state.status === 'sending',
    message: state.status === 'failed' && state.message ? t(state.message, textValues) : null,
    errorOf(field: Field): string | undefined {
      const key = state.status === 'failed' ? state.fields[field] : undefined;
      return key && t(key, textValues);
    },
    set(field: Field, value: string | boolean): void {
      setValues((before) => ({ ...before, [field]: value }));
      form.touch(field);
    },
    formProps: {
      ref: element,
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault();
        void form.submit(values);
      },
    },
  };
}

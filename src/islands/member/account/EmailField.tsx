import type { ComponentProps } from 'react';
import { Field } from '../../ui/Field.tsx';

/** With the right keyboard, and without correction or capitals. */
export function EmailField(props: Omit<ComponentProps<typeof Field>, 'type'>) {
  return (
    <Field
      {...props}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}

import type { ComponentProps } from 'react';
import { Field } from '../../ui/form/Field.tsx';

/** E-mail keyboard, no autocorrect, no capitals. */
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

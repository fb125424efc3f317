import type { ComponentProps } from 'react';
import { Field } from '../../ui/Field.tsx';

/** An e-mail address: the right keyboard, and nothing that corrects or capitalises it. */
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

import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useT } from '../../ui/controls/Messages.tsx';
import { Field } from '../../ui/form/Field.tsx';

export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const t = useT();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-pressed={shown}
          aria-label={t('member.showPassword')}
          onClick={() => setShown(!shown)}
          className="tip grid size-9 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      }
    />
  );
}

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

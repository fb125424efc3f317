import { type ComponentProps, type ReactNode, useId } from 'react';
import type { Elements } from '../controls/Messages.tsx';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: ReactNode;
  /** Shown below the field while there is no error. */
  hint?: ReactNode;
  error?: ReactNode;
  /** Placed at the end of the input. */
  end?: Elements;
}

export function Field({ label, hint, error, end, className = '', ...input }: FieldProps) {
  const id = useId();
  const message = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={message ? `${id}-message` : undefined}
          className={`min-h-11 w-full rounded-lg border bg-page px-3 text-base text-ink placeholder:text-ink-soft focus-visible:outline-ink focus-visible:outline-offset-0 ${error ? 'border-danger' : 'border-line-strong'} ${end ? 'pr-12' : ''}`}
        />
        {end && <div className="absolute inset-y-0 right-1 grid place-items-center">{end}</div>}
      </div>
      {message ? (
        <p
          id={`${id}-message`}
          className={`mt-1.5 text-sm ${error ? 'font-medium text-danger' : 'text-ink-soft'}`}
        >
          {message}
        </p>
      ) : null}
    </div>
  );
}

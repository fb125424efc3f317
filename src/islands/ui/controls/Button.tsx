import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'primary' | 'quiet';
  /** Keeps size and focus, and ignores clicks. */
  busy?: boolean;
}

export function Button({ look = 'primary', busy = false, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest.disabled || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      className={`btn relative disabled:opacity-50 ${look === 'primary' ? 'btn-primary' : 'btn-quiet'} ${className}`}
    >
      {/* Transparent, because a hidden label would leave the button without a name. */}
      <span className={busy ? 'opacity-0' : 'contents'}>{children}</span>
      {busy && <Spinner className="absolute size-5" />}
    </button>
  );
}

/** Decorative: the surrounding text says what is loading. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block animate-spin rounded-full border-2 border-current border-r-transparent ${className}`}
    />
  );
}

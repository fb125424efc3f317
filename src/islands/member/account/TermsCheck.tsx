import { useId } from 'react';
import { routes } from '#contract/routes.ts';
import { linkFrom } from '#lib/site/link.ts';
import { useT } from '../../ui/Messages.tsx';
import type { FieldProps } from './use-form.ts';

export function TermsCheck({ error, ...input }: FieldProps & { defaultChecked: boolean }) {
  const t = useT();
  const id = useId();
  const link = linkFrom(location);
  // Split at the links, so that a translation may place them anywhere.
  const parts = t('member.register.terms', {
    terms: '\u0000terms\u0000',
    privacy: '\u0000privacy\u0000',
  }).split('\u0000');
  const links: Readonly<Record<string, { href: string; text: string }>> = {
    terms: { href: link(routes.terms), text: t('member.register.termsLink') },
    privacy: { href: link(routes.privacy), text: t('member.register.privacyLink') },
  };
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={id}
          type="checkbox"
          name="terms"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-0.5 size-6 shrink-0 accent-accent"
        />
        <label htmlFor={id} className="text-sm">
          {parts.map((part) => {
            const found = links[part];
            return found ? (
              <a key={part} href={found.href} target="_blank" rel="noopener" className="link">
                {found.text}
              </a>
            ) : (
              <span key={part}>{part}</span>
            );
          })}
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 font-medium text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

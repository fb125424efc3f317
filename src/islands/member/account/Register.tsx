import { useStore } from '@nanostores/react';
import { useEffect, useId } from 'react';
import { brand } from '#content/brand/index.ts';
import { routes } from '#contract/site/routes.ts';
import { $passwordPolicy, loadPasswordPolicy, passwordTextValues } from '#lib/member/account/entry-rules.ts';
import { registerForm } from '#lib/member/account/register.ts';
import { opens } from '#lib/shell/open-dialogs.ts';
import { openModal } from '#lib/shell/start/dialogs.ts';
import { linkFrom } from '#lib/site/links/link.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { EmailField, PasswordField } from '../form/PasswordField.tsx';
import { type FieldProps, useForm } from '../form/use-form.ts';

export function Register() {
  const t = useT();
  const policy = useStore($passwordPolicy);
  const lengths = passwordTextValues(policy);
  const initial = { email: '', password: '', terms: false };
  const { text, check, message, busy, formProps } = useForm(registerForm, initial, lengths);
  useEffect(() => void loadPasswordPolicy(), []);
  return (
    <>
      <DialogTitle>{t('member.register.title')}</DialogTitle>
      <DialogText>{t('member.register.text', { credits: brand.welcomeCredits })}</DialogText>
      <form {...formProps} className="mt-6 grid gap-4">
        <EmailField
          label={t('member.email')}
          name="email"
          autoComplete="email"
          autoFocus
          required
          {...text('email')}
        />
        <PasswordField
          label={t('member.password')}
          hint={t(policy === 'asvs' ? 'member.passwordHintLength' : 'member.passwordHint', lengths)}
          name="password"
          autoComplete="new-password"
          required
          {...text('password')}
        />
        <TermsCheck {...check('terms')} />
        {message && <Notice>{message}</Notice>}
        <Button type="submit" busy={busy} className="min-h-12 text-base">
          {t('member.register.submit')}
        </Button>
      </form>
      <p className="mt-6 border-line border-t pt-4 text-ink-soft text-sm">
        <span>{t('member.register.haveAccount')}</span>{' '}
        <button
          type="button"
          {...opens('Login')}
          onClick={() => openModal({ type: 'Login' })}
          className="link py-1 font-semibold"
        >
          {t('member.register.toLogin')}
        </button>
      </p>
    </>
  );
}

function TermsCheck({ error, ...input }: FieldProps & { defaultChecked: boolean }) {
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

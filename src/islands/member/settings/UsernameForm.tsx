import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { SUGGESTIONS_SHOWN } from '#contract/member/settings/settings-calls.ts';
import { USERNAME_MAX, USERNAME_MIN } from '#contract/member/usernames.ts';
import { createUsername, type UsernameStore, usernameErrorKey } from '#lib/member/settings/username.ts';
import { Button } from '../../ui/controls/Button.tsx';
import type { Elements } from '../../ui/controls/Messages.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { useForm } from '../form/use-form.ts';

/** Maximum input length (platform spec 5): one more than a valid name, so that a longer one gets an error. */
export const USERNAME_FIELD_MAX = 32;

const limits = { min: USERNAME_MIN, max: USERNAME_MAX };

interface UsernameFormProps {
  email: string;
  username: string;
  submit: string;
  onSaved: (username: string) => void;
  autoFocus?: boolean;
  /** Placed beside the button. */
  children?: Elements;
}

/** Shows while typing whether a name is free, and suggests other names. */
export function UsernameForm({ email, username, submit, onSaved, autoFocus, children }: UsernameFormProps) {
  const t = useT();
  const own = username === email ? '' : username;
  const [store] = useState(createUsername);
  const { usernameForm, lookUpUsername, takeSuggestion } = store;
  const form = useForm(usernameForm, { username: own }, limits, (saved) => onSaved(saved.username.trim()));
  const { values, text, write, message, busy, formProps } = form;
  useEffect(() => {
    lookUpUsername(own, own || email);
    return store.close;
  }, [own, email, store, lookUpUsername]);
  const field = text('username');
  const choose = (name: string) => {
    write('username', name);
    takeSuggestion();
  };
  return (
    <form {...formProps} className="mt-5 grid gap-4">
      <Field
        label={t('settings.username.label')}
        hint={<Hint name={values.username} own={own} store={store} />}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus={autoFocus}
        required
        maxLength={USERNAME_FIELD_MAX}
        {...field}
        onChange={(event) => {
          field.onChange(event);
          lookUpUsername(event.target.value, own || email);
        }}
      />
      <Suggestions store={store} onChoose={choose} />
      {message && <Notice>{message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
        {children}
      </div>
    </form>
  );
}

function Hint({ name, own, store }: { name: string; own: string; store: UsernameStore }) {
  const t = useT();
  const availability = useStore(store.$availability, { ssr: 'initial' });
  const wrong = name.trim() === '' || name.trim() === own ? null : usernameErrorKey(name);
  const messageKey =
    wrong ?? (availability === 'unknown' ? 'settings.username.hint' : `settings.username.${availability}`);
  const color = { free: 'text-positive', taken: 'text-danger', asking: '', unknown: '' }[availability];
  return (
    <span role="status" className={wrong ? '' : color}>
      {t(messageKey, { ...limits, name: name.trim() })}
    </span>
  );
}

/** Three of the requested suggestions (platform spec 9), in a row of fixed height: nothing moves on load. */
function Suggestions({ store, onChoose }: { store: UsernameStore; onChoose: (name: string) => void }) {
  const t = useT();
  const suggestions = useStore(store.$suggestions, { ssr: 'initial' });
  return (
    <fieldset className="min-h-18 min-w-0">
      <legend className="mb-1.5 text-ink-soft text-sm">{t('settings.username.suggestions')}</legend>
      <div className="-mx-1 flex gap-2 overflow-x-auto p-1">
        {suggestions.slice(0, SUGGESTIONS_SHOWN).map((name) => (
          <button
            key={name}
            type="button"
            onClick={() => onChoose(name)}
            className="btn btn-quiet min-h-9 shrink-0 px-3 py-1 text-sm"
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

import { useStore } from '@nanostores/react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { USERNAME_MAX, USERNAME_MIN } from '#contract/member/usernames.ts';
import { createUsername, type UsernameStore, usernameErrorKey } from '#lib/member/settings/username.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useT } from '../../ui/Messages.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useForm } from '../account/use-form.ts';

/** Characters that the field takes (platform spec 5); one more than a name has, so that a long one is told so. */
export const USERNAME_FIELD_MAX = 32;

const limits = { min: USERNAME_MIN, max: USERNAME_MAX };

interface UsernameFormProps {
  email: string;
  username: string;
  submit: string;
  onSaved: (username: string) => void;
  autoFocus?: boolean;
  /** Beside the button. */
  children?: ReactNode;
}

/** Says while one types whether a name is free, and offers others. */
export function UsernameForm({ email, username, submit, onSaved, autoFocus, children }: UsernameFormProps) {
  const t = useT();
  const own = username === email ? '' : username;
  const [store] = useState(createUsername);
  const { usernameForm, lookUpUsername, takeSuggestion } = store;
  const { values, set, errorOf, message, busy, formProps } = useForm(usernameForm, { username: own }, limits);
  useEffect(() => {
    lookUpUsername(own, own || email);
    return store.close;
  }, [own, email, store, lookUpUsername]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void usernameForm.submit(values).then((isSaved) => isSaved && onSaved(values.username.trim()));
  };
  const type = (name: string) => {
    set('username', name);
    lookUpUsername(name, own || email);
  };
  const choose = (name: string) => {
    set('username', name);
    takeSuggestion();
  };
  return (
    <form {...formProps} onSubmit={save} className="mt-5 grid gap-4">
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
        value={values.username}
        error={errorOf('username')}
        onChange={(event) => type(event.target.value)}
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
  const told =
    wrong ?? (availability === 'unknown' ? 'settings.username.hint' : `settings.username.${availability}`);
  const color = { free: 'text-positive', taken: 'text-danger', asking: '', unknown: '' }[availability];
  return (
    <span role="status" className={wrong ? '' : color}>
      {t(told, { ...limits, name: name.trim() })}
    </span>
  );
}

/** Five, of which a phone shows three, in a row that scrolls: nothing moves when they come. */
function Suggestions({ store, onChoose }: { store: UsernameStore; onChoose: (name: string) => void }) {
  const t = useT();
  const suggestions = useStore(store.$suggestions, { ssr: 'initial' });
  return (
    <fieldset className="min-h-18 min-w-0">
      <legend className="mb-1.5 text-ink-soft text-sm">{t('settings.username.suggestions')}</legend>
      <div className="-mx-1 flex gap-2 overflow-x-auto p-1">
        {suggestions.map((name, index) => (
          <button
            key={name}
            type="button"
            onClick={() => onChoose(name)}
            className={`btn btn-quiet min-h-9 shrink-0 px-3 py-1 text-sm ${index >= 3 ? 'max-sm:hidden' : ''}`}
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { defaultLocale, isLocale } from '#contract/locales.ts';
import type { Passkey } from '#contract/member/passkey-calls.ts';
import type { Passkeys } from '#lib/member/passkeys/passkeys.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { MessagesProvider, useT } from '../../ui/controls/Messages.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { type Doing, PasskeyRow } from './PasskeyRow.tsx';

interface PasskeyListProps {
  /** The list as the page was rendered. */
  first: readonly Passkey[];
  /** The name that a password manager has for the account. */
  account: string;
  locale: string;
  passkeys: Passkeys;
}

export function PasskeyList({ first, account, locale, passkeys }: PasskeyListProps) {
  const t = useT();
  const { $passkeys, addPasskey } = passkeys;
  const live = useStore($passkeys, { ssr: 'initial' });
  const [doing, setDoing] = useState<{ passkey: string; what: Doing } | null>(null);
  const rows = useRef<HTMLUListElement>(null);
  const [isStored, setStored] = useState(false);
  useEffect(() => {
    $passkeys.set(first);
    setStored(true);
  }, [first, $passkeys]);
  const list = (isStored ? live : null) ?? first;
  return (
    <>
      {list.length === 0 && <p className="mt-3 text-ink-soft">{t('passkeys.none')}</p>}
      <ul ref={rows} tabIndex={-1} className="mt-3 divide-y divide-line outline-none">
        {list.map((passkey) => (
          <PasskeyRow
            key={passkey.passkey}
            passkey={passkey}
            passkeys={passkeys}
            locale={isLocale(locale) ? locale : defaultLocale}
            doing={doing?.passkey === passkey.passkey ? doing.what : null}
            onChoose={(what) => setDoing(what && { passkey: passkey.passkey, what })}
            onGone={() => {
              setDoing(null);
              rows.current?.focus();
            }}
          />
        ))}
      </ul>
      <AddPasskey account={account} count={list.length} addPasskey={addPasskey} />
    </>
  );
}

export interface AccountPasskeysProps {
  /** The list as the page was rendered. */
  passkeys: readonly Passkey[];
  /** The name that a password manager has for the account. */
  account: string;
  locale: string;
  messages: MessageTree;
}

/** The passkeys of an account. */
export function AccountPasskeys({
  passkeys,
  account,
  locale,
  messages,
  store,
}: AccountPasskeysProps & { store: Passkeys }) {
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <PasskeyList first={passkeys} account={account} locale={locale} passkeys={store} />
    </MessagesProvider>
  );
}

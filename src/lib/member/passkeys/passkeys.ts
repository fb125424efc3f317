import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { atom, type WritableAtom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import { trimBlank } from '#contract/input.ts';
import * as memberCalls from '#contract/member/passkey-calls.ts';
import { type Passkey, refusePasskeyName } from '#contract/member/passkey-calls.ts';
import { call } from '../../api/call.ts';
import { createForm, type Form } from '../../forms/submit.ts';
import { textFor } from '../../shell/texts/refusal-texts.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { browserTrouble, isCancelled } from './support.ts';

/** The browser's refusal, with its text. */
class NotMade extends Error {
  readonly text: MessageKey;

  constructor(text: MessageKey) {
    super(text);
    this.text = text;
  }
}

export type Outcome<Done> =
  | { readonly isDone: true; readonly done: Done }
  | { readonly isDone: false; readonly message: MessageKey; readonly field?: 'password' };

async function make(options: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    return await startRegistration({ optionsJSON: options });
  } catch (error) {
    const trouble = isCancelled(error) ? null : browserTrouble(error);
    throw new NotMade(trouble ?? 'passkeys.notMade');
  }
}

export interface RenameValues extends Record<string, string> {
  passkey: string;
  name: string;
}

/** Whose passkeys are managed; a performer's calls have the same types. */
export type PasskeyCalls = Pick<
  typeof memberCalls,
  'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'
>;

export interface Passkeys {
  /** Null until the page's list is stored. */
  readonly $passkeys: WritableAtom<readonly Passkey[] | null>;
  /** Checks the password, creates the passkey in the browser, then registers it. It is in the list afterwards. */
  addPasskey(password: string): Promise<Outcome<Passkey>>;
  readonly renameForm: Form<'name', RenameValues>;
  removePasskey(passkey: string): Promise<Outcome<true>>;
}

const nameTexts = { required: 'passkeys.nameRequired', long: 'passkeys.nameLong' } as const;

/** `around`: runs an act that may have to be confirmed first. */
export function createPasskeys(
  calls: PasskeyCalls,
  around: <Done>(act: () => Promise<Done>) => Promise<Done> = (act) => act(),
): Passkeys {
  const $passkeys = atom<readonly Passkey[] | null>(null);
  const update = (change: (list: readonly Passkey[]) => readonly Passkey[]): void =>
    $passkeys.set(change($passkeys.get() ?? []));
  const renameForm = createForm<'name', RenameValues>({
    check({ name }) {
      const refused = refusePasskeyName(name);
      return refused ? { name: nameTexts[refused] } : {};
    },
    async send({ passkey, name }) {
      await call(calls.renamePasskey, { passkey, name });
      update((list) =>
        list.map((one) => (one.passkey === passkey ? { ...one, name: trimBlank(name) } : one)),
      );
    },
    labels: {
      'badRequest.invalid.input': { field: 'name', message: 'passkeys.nameRequired' },
    },
  });
  return {
    $passkeys,
    renameForm,
    async addPasskey(password) {
      if (password === '')
        return { isDone: false, field: 'password', message: 'member.registration.error.password_required' };
      try {
        const { options } = await around(() => call(calls.beginPasskey, { password }));
        const added = await call(calls.addPasskey, { credential: await make(options) });
        update((list) => [...list, added]);
        return { isDone: true, done: added };
      } catch (error) {
        if (error instanceof NotMade) return { isDone: false, message: error.text };
        const label = labelOf(error);
        const message = textFor(label);
        if (label === 'badRequest.incorrectPassword') return { isDone: false, field: 'password', message };
        return { isDone: false, message };
      }
    },
    async removePasskey(passkey) {
      try {
        await around(() => call(calls.removePasskey, { passkey }));
        update((list) => list.filter((one) => one.passkey !== passkey));
        return { isDone: true, done: true };
      } catch (error) {
        return { isDone: false, message: textFor(labelOf(error)) };
      }
    },
  };
}

/** The page's instance for a member. */
export const memberPasskeys = createPasskeys(memberCalls);

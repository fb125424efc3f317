import { useStore } from '@nanostores/react';
import { NICKNAME_MAX, NICKNAME_MIN } from '#contract/wallet/dial-in.ts';
import { nicknameForm } from '#lib/chat/nickname.ts';
import { $dialIn } from '#lib/wallet/dial-in/store.ts';
import { useForm } from '../../member/account/use-form.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { useT } from '../../ui/Messages.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Form for the room name of a guest who pays by phone. */
export function Nickname() {
  const t = useT();
  const { nickname } = useStore($dialIn);
  const limits = { min: NICKNAME_MIN, max: NICKNAME_MAX };
  const { text, message, busy, formProps } = useForm(nicknameForm, { nickname: nickname ?? '' }, limits);
  return (
    <>
      <DialogTitle>{t('dialIn.nickname.title')}</DialogTitle>
      <DialogText>{t('dialIn.nickname.text')}</DialogText>
      <form {...formProps} className="mt-6 grid gap-4">
        <Field
          label={t('dialIn.nickname.label')}
          hint={t('dialIn.nickname.hint', limits)}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          required
          maxLength={NICKNAME_MAX}
          {...text('nickname')}
        />
        {message && <Notice>{message}</Notice>}
        <Button type="submit" busy={busy} className="min-h-12 text-base">
          {t('dialIn.nickname.submit')}
        </Button>
      </form>
    </>
  );
}

import { useStore } from '@nanostores/react';
import { NICKNAME_MAX, NICKNAME_MIN } from '#contract/wallet/dial-in-calls.ts';
import { nicknameForm } from '#lib/chat/room/nickname.ts';
import { $dialIn } from '#lib/wallet/store.ts';
import { useForm } from '../../member/form/use-form.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Notice } from '../../ui/form/Notice.tsx';

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

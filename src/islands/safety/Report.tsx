import { useStore } from '@nanostores/react';
import { CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { splitLocale } from '#contract/locales.ts';
import {
  memberReasons,
  needsAddress,
  REPORT_TEXT_MAX,
  REPORTED_MESSAGES,
  type ReportReason,
  reportReasons,
} from '#contract/safety/report-calls.ts';
import {
  $reportReceipt,
  conversationReport,
  type ReportForm as Form,
  memberReport,
  misuseText,
  reportForm,
  reportTarget,
} from '#lib/safety/report.ts';
import { $session } from '#lib/shell/start/session.ts';
import { type FieldProps, useForm } from '../member/form/use-form.ts';
import { Button } from '../ui/controls/Button.tsx';
import { useT } from '../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../ui/Dialog.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Notice } from '../ui/form/Notice.tsx';
import type { ModalContentProps } from '../ui/use-overlay.ts';

const box = 'min-h-11 w-full rounded-lg border bg-page px-3 text-base text-ink focus-visible:outline-ink';

interface ReportFormProps {
  report: Form;
  /** Name of the reported person. */
  name: string;
  /** Whether a performer reports a member; otherwise the report is about a performer. */
  isOfMember?: boolean;
  /** Explains what happens with the report. */
  text: string;
}

function ReportForm({ report, name, text, isOfMember = false }: ReportFormProps) {
  const t = useT();
  const form = useForm(report, { reason: '', details: '', email: '' });
  const isLoggedIn = useStore($session).status === 'member' || isOfMember;
  const { values, text: textField, message, busy, sent, formProps } = form;
  if (sent) return <Sent isMailed={values.email.trim() !== ''} />;
  const isAsked = needsAddress((values.reason || 'other') as ReportReason, isLoggedIn);
  return (
    <>
      <DialogTitle>{t('report.title', { name })}</DialogTitle>
      <DialogText>{text}</DialogText>
      <form {...formProps} className="mt-6 grid gap-4">
        <Reason {...textField('reason')} isOfMember={isOfMember} />
        <Details {...textField('details')} />
        <Field
          label={t(isAsked ? 'report.email' : 'report.emailOptional')}
          hint={t('report.emailHint')}
          name="email"
          type="email"
          autoComplete="email"
          required={isAsked}
          {...textField('email')}
        />
        {message && <Notice>{message}</Notice>}
        <Button type="submit" busy={busy} className="min-h-12 text-base">
          {t('report.send')}
        </Button>
      </form>
    </>
  );
}

type InputProps = FieldProps & { defaultValue: string };

function Reason({ error, isOfMember, ...input }: InputProps & { isOfMember: boolean }) {
  const t = useT();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {t('report.reason')}
      </label>
      <select
        {...input}
        id={id}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={`${box} ${error ? 'border-danger' : 'border-line-strong'}`}
      >
        <option value="">{t('report.choose')}</option>
        {isOfMember
          ? memberReasons.map((reason) => (
              <option key={reason} value={reason}>
                {t(`report.memberReasons.${reason}`)}
              </option>
            ))
          : reportReasons.map((reason) => (
              <option key={reason} value={reason}>
                {t(`report.reasons.${reason}`)}
              </option>
            ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 font-medium text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

function Details({ error, ...input }: InputProps) {
  const t = useT();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {t('report.details')}
      </label>
      <textarea
        {...input}
        id={id}
        rows={3}
        maxLength={REPORT_TEXT_MAX}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={`${box} py-2 ${error ? 'border-danger' : 'border-line-strong'}`}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1.5 font-medium text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

function Sent({ isMailed }: { isMailed: boolean }) {
  const t = useT();
  const receipt = useStore($reportReceipt);
  const { locale } = splitLocale(location.pathname);
  const misuse = receipt && misuseText(receipt, t, locale);
  return (
    <div role="status">
      <CircleCheck aria-hidden className="mb-4 size-10 text-accent-ink" strokeWidth={1.5} />
      <DialogTitle>{t('report.sentTitle')}</DialogTitle>
      <DialogText>{t('report.sent', { number: receipt?.number ?? '' })}</DialogText>
      {isMailed && <p className="mt-2 text-ink-soft">{t('report.sentMailed')}</p>}
      {misuse && <p className="mt-2 font-semibold">{misuse}</p>}
    </div>
  );
}

/** Reports the performer of this page. */
export function Report() {
  const t = useT();
  const name = reportTarget(location)?.performer ?? '';
  return <ReportForm report={reportForm} name={name} text={t('report.text', { name })} />;
}

/** Says that other people will read the messages. */
export function ReportConversation({
  modal: { conversation, name },
}: ModalContentProps<'ReportConversation'>) {
  const t = useT();
  const [report] = useState(() => conversationReport(conversation));
  const text = t('report.conversation', { name, count: REPORTED_MESSAGES });
  return <ReportForm report={report} name={name} text={text} />;
}

/** A performer's report of a member; says that other people will read the messages. */
export function ReportMember({ modal: { member, name } }: ModalContentProps<'ReportMember'>) {
  const t = useT();
  const [report] = useState(() => memberReport(member));
  const isInRoom = 'target' in member;
  const values = { name, count: REPORTED_MESSAGES };
  const text = t(isInRoom ? 'report.member' : 'report.conversation', values);
  return <ReportForm report={report} name={name} text={text} isOfMember />;
}

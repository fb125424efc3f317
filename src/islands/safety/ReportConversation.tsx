import { useState } from 'react';
import { REPORTED_MESSAGES } from '#contract/safety/report.ts';
import { conversationReport } from '#lib/safety/report.ts';
import { useT } from '../ui/Messages.tsx';
import type { ModalContentProps } from '../ui/props.ts';
import { ReportForm } from './ReportForm.tsx';

/** Says that other people will read the messages. */
export function ReportConversation({
  modal: { conversation, name },
}: ModalContentProps<'ReportConversation'>) {
  const t = useT();
  const [report] = useState(() => conversationReport(conversation));
  const text = t('report.conversation', { name, count: REPORTED_MESSAGES });
  return <ReportForm report={report} name={name} text={text} />;
}

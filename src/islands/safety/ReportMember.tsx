import { useState } from 'react';
import { REPORTED_MESSAGES } from '#contract/safety/report.ts';
import { memberReport } from '#lib/safety/report.ts';
import { useT } from '../ui/Messages.tsx';
import type { ModalContentProps } from '../ui/props.ts';
import { ReportForm } from './ReportForm.tsx';

/** A performer's report of a member; says that other people will read the messages. */
export function ReportMember({ modal: { member, name } }: ModalContentProps<'ReportMember'>) {
  const t = useT();
  const [report] = useState(() => memberReport(member));
  const isInRoom = 'target' in member;
  const values = { name, count: REPORTED_MESSAGES };
  const text = t(isInRoom ? 'report.member' : 'report.conversation', values);
  return <ReportForm report={report} name={name} text={text} isOfMember />;
}

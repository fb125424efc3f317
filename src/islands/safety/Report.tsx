import { reportForm, reportTarget } from '#lib/safety/report.ts';
import { useT } from '../ui/Messages.tsx';
import { ReportForm } from './ReportForm.tsx';

/** Reports the performer of this page. */
export function Report() {
  const t = useT();
  const name = reportTarget(location)?.performer ?? '';
  return <ReportForm report={reportForm} name={name} text={t('report.text', { name })} />;
}

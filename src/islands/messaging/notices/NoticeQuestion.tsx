import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { $question, acceptNotices, declineNotices } from '#lib/messaging/notices/notices.ts';
import { showToast } from '#lib/shell/start/feedback.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';

/** Shown below the messages after an own message; takes no focus and blocks nothing. */
export function NoticeQuestion() {
  const t = useT();
  const isAsked = useStore($question) !== null;
  const place = useRef<HTMLDivElement>(null);
  const decline = () => {
    // The focused button is about to be removed.
    place.current?.focus();
    declineNotices();
  };
  const accept = () => {
    place.current?.focus();
    void acceptNotices().then((isDone) => {
      if (!isDone) showToast('error', t('messenger.notices.failed'));
    });
  };
  return (
    <div ref={place} role="status" tabIndex={-1} className="outline-none">
      {isAsked && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-sunken px-4 py-2 text-sm">
          <p className="min-w-48 flex-1">{t('messenger.notices.question')}</p>
          <div className="flex gap-2">
            <Button look="quiet" onClick={decline}>
              {t('messenger.notices.no')}
            </Button>
            <Button onClick={accept}>{t('messenger.notices.yes')}</Button>
          </div>
        </div>
      )}
    </div>
  );
}

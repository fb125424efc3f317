import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { $toast } from '#lib/shell/toast.ts';
import { mount } from './Mount.tsx';
import { useT } from './ui/Messages.tsx';

function ToastHost() {
  const t = useT();
  const latest = useStore($toast);
  useEffect(() => {
    if (latest) {
      const { kind, text, id, stands } = latest;
      toast[kind](text, { id, ...(stands && { duration: stands }) });
    }
  }, [latest]);
  return (
    <Toaster
      containerAriaLabel={t('ui.notifications')}
      position="bottom-center"
      toastOptions={{
        unstyled: true,
        className:
          'w-full rounded-lg border border-line bg-surface text-ink px-4 py-3 shadow-lg flex gap-2 items-center font-sans text-sm font-medium',
      }}
    />
  );
}

export const mountToastHost = () => mount(<ToastHost />);

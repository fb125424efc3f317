import { VideoOff } from 'lucide-react';
import { Button } from '../../ui/controls/Button.tsx';
import { keepFocus } from '../../ui/controls/keep-focus.ts';
import { useT } from '../../ui/controls/Messages.tsx';

export function EndCamera({ name, onEnd }: { name: string; onEnd(): void }) {
  const t = useT();
  return (
    <Button
      look="quiet"
      aria-label={t('studio.live.camBack.endOne', { name })}
      onClick={({ currentTarget }) => {
        keepFocus(currentTarget);
        onEnd();
      }}
      className="min-h-11 text-danger"
    >
      <VideoOff aria-hidden className="size-5" />
      <span>{t('studio.live.camBack.end')}</span>
    </Button>
  );
}

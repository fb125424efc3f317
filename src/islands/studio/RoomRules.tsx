import { type ComponentType, useState } from 'react';
import { loadEarly } from '#lib/shell/start/failures.ts';
import type { StudioRoom } from '#lib/studio/live/room.ts';
import { useT } from '../ui/controls/Messages.tsx';
import { useStudio } from './studio-page.ts';

/** What the performer sets for her room. Loaded when it is opened; a failure never reloads the page of a broadcast. */
export function RoomRules() {
  const t = useT();
  const { room } = useStudio();
  const [Panel, setPanel] = useState<ComponentType<{ room: StudioRoom }> | null>(null);
  const load = () =>
    loadEarly(async () => {
      const { RulesPanel } = await import('./RulesPanel.tsx');
      setPanel(() => RulesPanel);
    });
  return (
    <details className="border-line border-t px-4 py-3" onToggle={load}>
      <summary className="min-h-6 cursor-pointer font-semibold">{t('studio.live.rules.title')}</summary>
      {Panel && <Panel room={room} />}
    </details>
  );
}

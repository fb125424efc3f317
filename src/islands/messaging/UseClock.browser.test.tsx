import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { timeLabel } from '#lib/messaging/labels/labels.ts';
import { render } from '../testing/render.ts';
import { useOwnClock } from './use-clock.ts';

const now = Date.parse('2026-11-26T21:00:00Z');

function Sent({ at }: { at: string }) {
  return <p>{timeLabel(new Date(at), useOwnClock('nl', now))}</p>;
}

it.each(['Etc/Unknown', 'Asia/Tokyo'])(
  'shows times in the operator’s time zone when the browser’s is %s',
  async (timeZone) => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
      this: Intl.DateTimeFormat,
    ) {
      return { ...resolvedOptions.call(this), timeZone };
    });
    vi.spyOn(Date, 'now').mockReturnValue(now);
    await render(<Sent at="2026-11-25T23:01:00Z" />, 'nl');
    await expect.element(page.getByText('00:01')).toBeVisible();
    vi.restoreAllMocks();
  },
);

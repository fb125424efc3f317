import type { MediaStats } from '@vonk/media';
import { Gauge, type Registry } from 'prom-client';

const helps: Record<keyof MediaStats, string> = {
  rooms: 'Rooms of the media server',
  publishers: 'Performers on air',
  viewers: 'Viewers of all rooms',
  packetsIn: 'Media packets taken from publishers',
  packetsOut: 'Media packets sent to viewers',
};

/** Adds gauges that read the media server's stats whenever the metrics are read. */
export function measureMedia(registry: Registry, stats: () => MediaStats): void {
  for (const name of Object.keys(helps) as (keyof MediaStats)[]) {
    new Gauge({
      name: `vonk_media_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
      help: helps[name],
      registers: [registry],
      collect() {
        this.set(stats()[name]);
      },
    });
  }
}

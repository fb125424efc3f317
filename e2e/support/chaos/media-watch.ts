import type { TestPeer } from '@vonk/media/testing';

/** Gaps in ms between two packets: up to the first the picture surely ran, beyond the second it surely stalled. */
const SURE_GAP_MS = 1000;
const LONGEST_GAP_MS = 3000;

/** Counts the ms of media that a viewer received, as a minimum and a maximum. */
export class MediaWatch {
  packets = 0;
  #last: number | null = null;
  #least = 0;
  #most = 0;

  constructor(peer: TestPeer) {
    for (const transport of peer.pc.dtlsTransports) transport.onRtp.subscribe(() => this.#count());
  }

  #count(): void {
    const now = Date.now();
    const gap = now - (this.#last ?? now);
    this.#last = now;
    this.packets += 1;
    this.#least += gap <= SURE_GAP_MS ? gap : 0;
    this.#most += Math.min(gap, LONGEST_GAP_MS);
  }

  /** Counts so far; `most` includes the current gap, which a further packet may close. */
  read(): { least: number; most: number } {
    const open = this.#last === null ? 0 : Math.min(Date.now() - this.#last, LONGEST_GAP_MS);
    return { least: this.#least, most: this.#most + open };
  }
}

import type { TestPeer } from '@vonk/media/testing';

/** ms between two packets up to which a picture certainly ran, and beyond which it certainly stood. */
const SURE_GAP_MS = 1000;
const LONGEST_GAP_MS = 3000;

/** How long a viewer was sent media, by its own count: at least and at most, in ms. */
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

  /** So far; at most includes the gap that may be closed yet. */
  read(): { least: number; most: number } {
    const open = this.#last === null ? 0 : Math.min(Date.now() - this.#last, LONGEST_GAP_MS);
    return { least: this.#least, most: this.#most + open };
  }
}

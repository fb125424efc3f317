// node packages/media/bench/glass.ts --pairs=6 --seconds=6: measures ms from drawing a picture to the player showing
// it,
// by the clock in the picture; alternates between the embedded server and Janus.
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchRow } from '@vonk/bench';
import { alone, atEnd, compare, median, option } from '@vonk/bench';
import type { Browser } from 'puppeteer-core';
import { type MediaSite, openMediaSite } from '../e2e/support/media-site.ts';
import type { PlayerWindow } from '../e2e/support/player-page.ts';
import type { PlayerConfig } from '../port/player-config.ts';
import { startOwnJanus } from '../testing/janus/own-janus.ts';
import { clock, launch, publishDrawing } from './browsers.ts';

const FPS = 30;
const pairs = Number(option('pairs', '6'));
const windowMs = Number(option('seconds', '6')) * 1000;
/** ms from the publisher's answer until the viewer joins. */
const onAirMs = 1500;
/** ms that are ignored after a start: the player's buffer settles. */
const settleMs = 3000;
/** ms within which the first picture must arrive. */
const patienceMs = 15_000;

interface Glass {
  /** Delay of each shown frame. */
  ms: number[];
  /** Frames whose clock could not be read. */
  unread: number;
}

/** Plays for a number of ms and reads the clock of each shown frame. */
async function readClock(
  browser: Browser,
  site: MediaSite,
  config: PlayerConfig,
  ms: number,
): Promise<Glass> {
  const page = await browser.newPage();
  await page.goto(site.url);
  const seen = await page.evaluate(
    async (target, { bits, cell, width, height }, { patience, settle, watch }) => {
      const { player } = window as unknown as PlayerWindow;
      const video = document.querySelector('video');
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [width, height];
      const brush = canvas.getContext('2d', { willReadFrequently: true });
      if (!video || !brush) throw new Error('The page has no video element');
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      player.play(target, video);
      for (const until = Date.now() + patience; !player.playerStats()?.firstFrameAt; await wait(20))
        if (Date.now() > until) throw new Error('No frame was decoded in time');
      await wait(settle);
      const found: { ms: number[]; unread: number } = { ms: [], unread: 0 };
      const brightness = (column: number, row: number) => {
        const middle = (at: number) => Math.round((at + 0.5) * cell);
        const [red = 0] = brush.getImageData(middle(column), middle(row), 1, 1).data;
        return red;
      };
      const read = (): number | null => {
        brush.drawImage(video, 0, 0, width, height);
        let time = 0;
        for (let bit = 0; bit < bits; bit += 1) {
          const contrast = brightness(bit, 0) - brightness(bit, 1);
          if (Math.abs(contrast) < 100) return null;
          if (contrast > 0) time += 2 ** bit;
        }
        return time;
      };
      let isOver = false;
      const look = () => {
        const now = Date.now();
        const shown = read();
        const round = 2 ** bits;
        if (shown === null) found.unread += 1;
        else found.ms.push((((now - shown) % round) + round) % round);
        if (!isOver) video.requestVideoFrameCallback(look);
      };
      video.requestVideoFrameCallback(look);
      await wait(watch);
      isOver = true;
      player.destroyPlayer();
      return found;
    },
    config,
    clock,
    { patience: patienceMs, settle: settleMs, watch: ms },
  );
  await page.close();
  return seen;
}

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/** A media server and its measurements after the warm-up. */
class Contender {
  readonly windows: Glass[] = [];
  readonly #site: MediaSite;
  readonly #browser: Browser;
  #plays = 0;

  constructor(site: MediaSite, browser: Browser) {
    this.#site = site;
    this.#browser = browser;
  }

  /** Publishes and plays for one window; returns the median delay of its frames. */
  readonly measure = async (ms: number): Promise<number> => {
    const { media, url } = this.#site;
    const camera = await this.#browser.newPage();
    await camera.goto(url);
    await publishDrawing(camera, await media.publishTarget('lounge', 'publisher-1'), FPS);
    await sleep(onAirMs);
    this.#plays += 1;
    const config = await media.playTarget('lounge', `viewer-${this.#plays}`);
    const glass = await readClock(this.#browser, this.#site, config, ms);
    await camera.close();
    media.closeRoom('lounge');
    if (this.#plays > 1) this.windows.push(glass);
    return median(glass.ms);
  };

  tell(): string {
    const all = this.windows.flatMap(({ ms }) => ms);
    const unread = this.windows.reduce((sum, window) => sum + window.unread, 0);
    const figures = [at(all, 0.5), at(all, 0.95), at(all, 0.99)].map((ms) => ms.toFixed(0)).join(' · ');
    return `p50 · p95 · p99 ${figures} ms of ${all.length} frames (${unread} not read)`;
  }
}

async function run(): Promise<BenchRow[]> {
  const janus = await startOwnJanus();
  atEnd(() => janus.remove());
  const embedded = await openMediaSite();
  atEnd(() => embedded.close());
  const gateway = await openMediaSite({ janus });
  atEnd(() => gateway.close());
  const browser = await launch('chromium');
  atEnd(() => browser.close());
  const ours = new Contender(embedded, browser);
  const peer = new Contender(gateway, browser);
  const row = await compare(
    {
      name: 'glass to glass, the product’s player beside its encoder',
      unit: 'ms, median of a window',
      ours: ours.measure,
      peer: peer.measure,
      note: () => `ours ${ours.tell()}; Janus ${peer.tell()}; load ${loadavg()[0]?.toFixed(1)}`,
    },
    { pairs, windowMs, warmUpMs: 1000 },
  );
  return [row];
}

if (import.meta.main) await alone(run);

/** One of the layers to choose from; lists are ordered from small to large. */
export interface LayerView {
  /** bit/s */
  bitrate: number;
  /** Pixels; 0 while unknown. */
  height: number;
  /** Whether the encoder sends it now. */
  flows: boolean;
}

export interface Demand {
  /** Index of the viewer's current layer; null before the first. */
  current: number | null;
  /** Available bit/s of its connection; null while unknown. */
  available: number | null;
  /** Height of its picture in pixels; null if unknown. */
  height: number | null;
}

/** Assumed bit/s until the player's first report. */
const firstBitrate = 600_000;

/** Share of the estimate that a layer may take: more to stay than to rise, so that layers do not flap. */
const share = { stay: 1.15, rise: 0.85, fall: 1 };

/** Indexes of the flowing layers that are no larger than the screen needs. */
function useful(layers: readonly LayerView[], height: number | null): number[] {
  const flowing = [...layers.keys()].filter((index) => layers[index]?.flows);
  if (height === null) return flowing;
  const enough = flowing.findIndex((index) => (layers[index]?.height ?? 0) >= height);
  return enough < 0 ? flowing : flowing.slice(0, enough + 1);
}

/** Returns the index of the best fitting layer; null if no layer flows. */
export function chooseLayer(
  layers: readonly LayerView[],
  { current, available, height }: Demand,
): number | null {
  const candidates = useful(layers, height);
  const budget = available ?? (current === null ? firstBitrate : Number.POSITIVE_INFINITY);
  const fits = (index: number) => {
    const { bitrate = 0 } = layers[index] ?? {};
    if (index === current) return bitrate <= budget * share.stay;
    return bitrate <= budget * (current !== null && index > current ? share.rise : share.fall);
  };
  return candidates.findLast(fits) ?? candidates[0] ?? null;
}

/** Returns the next larger useful layer, or null. */
export function nextLayer(layers: readonly LayerView[], { current, height }: Demand): number | null {
  return useful(layers, height).find((index) => current !== null && index > current) ?? null;
}

/** Minimum ms between two changes upwards. */
const restMs = 2000;
/** ms until a larger layer is tried even though the estimate does not cover it. */
const firstTryMs = 2000;
const longestTryMs = 60_000;
/** ms in which a player's estimate grows to the rate of a layer on trial. */
const trialMs = 12_000;

export interface ViewerLink extends Demand {
  /** bit/s sent to the viewer. */
  sentRate: number;
  /** When its line was last found to be full; -Infinity if never. */
  fullAt: number;
  now: number;
}

/**
 * Chooses a layer over time. Estimates stay below 1.5 times the received rate, so a layer three times as large is
 * tried until the estimate falls or the line is full. Each failure doubles the wait.
 */
export class LayerChoice {
  #changedAt = Number.NEGATIVE_INFINITY;
  #tryMs = firstTryMs;
  #trial: { beganAt: number; estimate: number } | null = null;

  choose(layers: readonly LayerView[], link: ViewerLink): number | null {
    const { current, now } = link;
    const isSilent = current !== null && !layers[current]?.flows;
    this.#judgeTrial(link);
    if (current === null || isSilent) {
      return this.#change(chooseLayer(layers, isSilent ? { ...link, current: null } : link), link);
    }
    // A layer on trial counts as fitting.
    const fitting = this.#trial ? current : chooseLayer(layers, link);
    if (fitting === null || fitting < current) return this.#change(fitting, link);
    if (now - this.#changedAt < restMs) return current;
    if (fitting > current) return this.#change(fitting, link);
    return this.#try(layers, link) ?? current;
  }

  #judgeTrial({ available, fullAt, now }: ViewerLink): void {
    if (!this.#trial) return;
    const { beganAt, estimate } = this.#trial;
    const hasFallen = available !== null && available < estimate * 0.95;
    if (now - beganAt > trialMs) {
      this.#trial = null;
      this.#tryMs = firstTryMs;
    } else if (hasFallen || fullAt > beganAt) {
      this.#trial = null;
      this.#tryMs = Math.min(this.#tryMs * 2, longestTryMs);
    }
  }

  #try(layers: readonly LayerView[], link: ViewerLink): number | null {
    const { available, sentRate, now } = link;
    const isFree = available !== null && available > sentRate * 1.2;
    if (this.#trial || !isFree || now - this.#changedAt < this.#tryMs) return null;
    const next = nextLayer(layers, link);
    if (next === null) return null;
    this.#trial = { beganAt: now, estimate: available };
    return this.#change(next, link);
  }

  #change(to: number | null, { current, now }: ViewerLink): number | null {
    if (to !== current) this.#changedAt = now;
    return to;
  }
}

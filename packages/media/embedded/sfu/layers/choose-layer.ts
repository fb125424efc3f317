/** One layer as a choice; the list goes from small to large. */
export interface LayerView {
  /** bit/s */
  bitrate: number;
  /** Pixels; 0 while unknown. */
  height: number;
  /** Its encoder sends it now. */
  flows: boolean;
}

export interface Demand {
  /** Index of the layer that the viewer gets; null before the first. */
  current: number | null;
  /** bit/s that its connection carries; null while unknown. */
  available: number | null;
  /** Pixels that its screen has; null when it did not say. */
  height: number | null;
}

/** bit/s taken for granted until a player has reported. */
const firstBitrate = 600_000;

/** How much of the estimate a layer may take: more to stay than to come, so that the picture does not flap. */
const share = { stay: 1.15, rise: 0.85, fall: 1 };

/** Of those that flow, those that are no larger than the screen needs. */
function useful(layers: readonly LayerView[], height: number | null): number[] {
  const flowing = [...layers.keys()].filter((index) => layers[index]?.flows);
  if (height === null) return flowing;
  const enough = flowing.findIndex((index) => (layers[index]?.height ?? 0) >= height);
  return enough < 0 ? flowing : flowing.slice(0, enough + 1);
}

/** Index of the layer that suits; null when none flows. */
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

/** The next larger layer that would be of use, or null. */
export function nextLayer(layers: readonly LayerView[], { current, height }: Demand): number | null {
  return useful(layers, height).find((index) => current !== null && index > current) ?? null;
}

/** ms between two changes upwards. */
const restMs = 2000;
/** ms until a larger layer is tried although the estimate does not cover it. */
const firstTryMs = 2000;
const longestTryMs = 60_000;
/** ms in which a player's estimate grows into a layer that is tried. */
const trialMs = 12_000;

export interface ViewerLink extends Demand {
  /** bit/s sent to the viewer. */
  sentRate: number;
  now: number;
}

/**
 * Chooses over time. A player's estimate never exceeds one and a half times what it receives, so that it cannot tell of a layer
 * three times as large: that is tried, for as long as the estimate does not fall, and after a failure not again for twice the time.
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
    // While it is tried a layer counts as one that fits.
    const fitting = this.#trial ? current : chooseLayer(layers, link);
    if (fitting === null || fitting < current) return this.#change(fitting, link);
    if (now - this.#changedAt < restMs) return current;
    if (fitting > current) return this.#change(fitting, link);
    return this.#try(layers, link) ?? current;
  }

  #judgeTrial({ available, now }: ViewerLink): void {
    if (!this.#trial) return;
    if (now - this.#trial.beganAt > trialMs) {
      this.#trial = null;
      this.#tryMs = firstTryMs;
    } else if (available !== null && available < this.#trial.estimate * 0.95) {
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

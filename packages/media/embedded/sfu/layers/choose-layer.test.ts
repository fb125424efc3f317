import { expect, test } from 'vitest';
import { chooseLayer, LayerChoice, type LayerView, type ViewerLink } from './choose-layer.ts';

const layer = (bitrate: number, height: number, flows = true): LayerView => ({ bitrate, height, flows });
const three = [layer(150_000, 180), layer(500_000, 360), layer(2_000_000, 720)];

test.each([
  ['a line for all gets the largest', { current: 1, available: 3_000_000, height: null }, 2],
  ['a thin line gets the largest that fits', { current: 2, available: 600_000, height: null }, 1],
  ['a line for none gets the smallest', { current: 1, available: 50_000, height: null }, 0],
  ['what is had may be a little more than the estimate', { current: 1, available: 450_000, height: null }, 1],
  ['what is larger has to be clearly less', { current: 1, available: 2_100_000, height: null }, 1],
  ['a screen that is small gets no more than it shows', { current: 2, available: 3_000_000, height: 200 }, 1],
  ['a screen larger than all gets the largest', { current: 1, available: 3_000_000, height: 1080 }, 2],
  ['before the first report it is the middle', { current: null, available: null, height: null }, 1],
])('%s', (_name, demand, index) => {
  expect(chooseLayer(three, demand)).toBe(index);
});

test('skips a silent layer', () => {
  const layers = [layer(150_000, 180), layer(500_000, 360, false), layer(2_000_000, 720)];
  expect(chooseLayer(layers, { current: 1, available: 600_000, height: null })).toBe(0);
});

test('returns null if no layer flows', () => {
  expect(chooseLayer([layer(1, 180, false)], { current: 0, available: null, height: null })).toBeNull();
  expect(chooseLayer([], { current: null, available: null, height: null })).toBeNull();
});

/** A viewer over time with a given estimate; it chooses five times a second. */
function openViewer(layers = three) {
  const choice = new LayerChoice();
  const link: ViewerLink = {
    current: null,
    available: null,
    height: null,
    sentRate: 0,
    fullAt: Number.NEGATIVE_INFINITY,
    now: 0,
  };
  const seen: (number | null)[] = [];
  return {
    link,
    layers,
    seen,
    /** How often the layer changed. */
    changes: () => seen.filter((index, at) => at > 0 && index !== seen[at - 1]).length,
    pass: (ms: number, available: (sentRate: number) => number | null) => {
      for (const end = link.now + ms; link.now < end; link.now += 200) {
        link.sentRate = layers[link.current ?? 0]?.bitrate ?? 0;
        link.available = available(link.sentRate);
        link.current = choice.choose(layers, link);
        seen.push(link.current);
      }
      return link.current;
    },
  };
}

test('chooses the largest layer after a moment for a player without reports', () => {
  const viewer = openViewer();
  expect(viewer.pass(1000, () => null)).toBe(1);
  expect(viewer.pass(2000, () => null)).toBe(2);
});

test('reaches the largest layer though the estimate only follows the sent rate', () => {
  const viewer = openViewer();
  viewer.pass(1000, () => 100_000);
  expect(viewer.link.current).toBe(0);
  expect(viewer.pass(30_000, (sent) => sent * 1.35)).toBe(2);
});

test('leaves a failed trial at once and retries at growing intervals', () => {
  const viewer = openViewer();
  // A line of 600 kbit/s.
  const line = (sent: number) => (sent > 600_000 ? 510_000 : Math.min(sent * 1.35, 610_000));
  viewer.pass(120_000, line);
  expect(viewer.link.current).toBe(1);
  expect(viewer.changes()).toBeGreaterThan(2);
  const before = viewer.changes();
  viewer.pass(120_000, line);
  expect(viewer.changes() - before).toBeLessThanOrEqual(6);
});

test('leaves a trial when the line is full, though the estimate has grown with the sent rate', () => {
  const viewer = openViewer([layer(250_000, 240), layer(900_000, 480)]);
  viewer.pass(1000, () => 300_000);
  const grown = (sent: number) => Math.min(sent * 1.35, 450_000);
  while (viewer.link.current === 0) viewer.pass(200, grown);
  viewer.pass(1000, grown);
  expect(viewer.link.current).toBe(1);
  viewer.link.fullAt = viewer.link.now;
  expect(viewer.pass(200, grown)).toBe(0);
});

test('does not flap when the estimate oscillates around a layer’s rate', () => {
  const viewer = openViewer();
  viewer.pass(2000, () => 560_000);
  viewer.seen.length = 0;
  viewer.pass(60_000, () => (Math.floor(viewer.link.now / 200) % 2 ? 460_000 : 580_000));
  expect(viewer.changes()).toBe(0);
});

test('leaves a silent layer at the next choice and does not return at once', () => {
  const layers = three.map((view) => ({ ...view }));
  const viewer = openViewer(layers);
  viewer.pass(5000, () => 3_000_000);
  expect(viewer.link.current).toBe(2);
  const [, , top] = layers;
  if (top) top.flows = false;
  expect(viewer.pass(200, () => 3_000_000)).toBe(1);
  if (top) top.flows = true;
  expect(viewer.pass(1000, () => 3_000_000)).toBe(1);
  expect(viewer.pass(2000, () => 3_000_000)).toBe(2);
});

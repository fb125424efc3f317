import { expect, test } from 'vitest';
import { chooseLayers } from './layers.ts';

test('sends three sizes of a 720p camera from small to large', () => {
  expect(chooseLayers(3, 720)).toEqual([
    { rid: 'low', scaleResolutionDownBy: 4, maxBitrate: 160_000, maxFramerate: 20 },
    { rid: 'middle', scaleResolutionDownBy: 2, maxBitrate: 450_000, maxFramerate: 20 },
    { rid: 'high', scaleResolutionDownBy: 1, maxBitrate: 1_700_000, maxFramerate: 30 },
  ]);
  expect(chooseLayers(3, null)).toEqual(chooseLayers(3, 720));
});

test('sends the two larger sizes if only two are wanted', () => {
  expect(chooseLayers(2, 720).map(({ rid }) => rid)).toEqual(['middle', 'high']);
});

test('leaves out sizes that would be smaller than 120 lines', () => {
  expect(chooseLayers(3, 360).map(({ rid }) => rid)).toEqual(['middle', 'high']);
});

test('sends a small picture once, without a layer name', () => {
  expect(chooseLayers(3, 200)).toEqual([
    { scaleResolutionDownBy: 1, maxBitrate: 1_700_000, maxFramerate: 30 },
  ]);
});

test('scales a 1080p camera down to 720 lines', () => {
  expect(chooseLayers(3, 1080).map(({ scaleResolutionDownBy }) => scaleResolutionDownBy)).toEqual([
    6, 3, 1.5,
  ]);
});

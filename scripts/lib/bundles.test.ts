import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bundles, group, unusedFolders } from './bundles.mjs';

const idOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const ofFile = (path: string) => bundles.find(({ test }) => test(idOf(path)))?.name;

describe('a bundle', () => {
  it.each([
    ['contract/fields.ts', 'calls'],
    ['contract/chat/tipping/tips.ts', 'chat-calls'],
    ['contract/chat/room/sanction-calls.ts', 'room-calls'],
    ['src/lib/shell/start/hooks.ts', 'shared'],
    ['src/lib/shell/kept.ts', 'state'],
    ['src/lib/shell/late/overlays.ts', undefined],
    ['node_modules/socket.io-client/build/esm/index.js', 'socket'],
  ])('takes the own files of its folders, and all of its packages: %s is in %s', (path, name) =>
    expect(ofFile(path)).toBe(name),
  );

  it('takes files of a package that is linked from another folder', () => {
    const id = '/another/packages/media/player/whep.ts';
    expect(bundles.find(({ test }) => test(id))?.name).toBe('player');
  });

  it('refuses the name of a file, or of a folder that is gone', () => {
    expect(() => group('one', 'contract/brand.ts')).toThrow('names the file contract/brand.ts');
    expect(() => group('one', 'contract/gone')).toThrow('does not exist');
  });

  it('reports a folder from which the build took no module', () => {
    const { test } = group('one', 'demo/seed');
    expect(unusedFolders()).toContain('demo/seed');
    test(idOf('demo/seed/seed-demo.ts'));
    expect(unusedFolders()).not.toContain('demo/seed');
  });
});

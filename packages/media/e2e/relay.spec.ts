import { expect } from '@playwright/test';
import { expectDecoded, pathsOf, recordConnections } from './support/connections.ts';
import { publishCamera, test, watchRoom } from './support/media-site.ts';
import { startTurnServer } from './support/turn.ts';

test('publishes and plays on a network that allows only TURN', async ({ context, openSite }) => {
  const turn = await startTurnServer(process.env['TURNSERVER_PATH'] ?? 'turnserver');
  const site = await openSite({ ice: turn.ice });
  await context.addInitScript(recordConnections, true);
  const [camera, viewer] = [await context.newPage(), await context.newPage()];
  await publishCamera(site, camera);
  await watchRoom(site, viewer);
  await expectDecoded(viewer);
  expect(await pathsOf(camera)).toEqual(['relay']);
  expect(await pathsOf(viewer)).toEqual(['relay']);
  await Promise.all([camera.close(), viewer.close()]);
  await turn.stop();
});

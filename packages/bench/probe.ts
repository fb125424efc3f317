import { memoryNow, openResources } from './memory.ts';

/** Preloaded into a measured server (`--import`): sends CPU time or resources on request, and ends with its parent. */
process.on('message', (question) => {
  if (question === 'resources') process.send?.({ memory: memoryNow(), open: openResources() });
  if (question !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6 });
});
process.on('disconnect', () => process.exit());

import { memoryNow, openResources } from './memory.ts';

/** Preloaded into a measured server (`--import`): reports CPU time and what it holds, and ends when its parent does. */
process.on('message', (question) => {
  if (question === 'held') process.send?.({ memory: memoryNow(), open: openResources() });
  if (question !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6 });
});
process.on('disconnect', () => process.exit());

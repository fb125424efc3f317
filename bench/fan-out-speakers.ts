import { parentPort, workerData } from 'node:worker_threads';
import { type Person, Room } from './fan-out-load.ts';

export interface Speaking {
  gapMs: number;
  ms: number;
}

/**
 * Members of the room in a separate thread: a real sender has its own browser, so its response must not queue behind
 * the messages of all other members. On `Speaking`, returns the response times in ms.
 */
const { url, people, size } = workerData as { url: string; people: Person[]; size: number };
const room = new Room(people);
await room.open(url, size);
parentPort?.on('message', ({ gapMs, ms }: Speaking) => {
  void room.talkEvery(gapMs, ms).then((taken) => parentPort?.postMessage(taken));
});
parentPort?.postMessage([]);

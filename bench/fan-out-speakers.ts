import { parentPort, workerData } from 'node:worker_threads';
import { type Person, Room } from './fan-out-load.ts';

export interface Speaking {
  gapMs: number;
  ms: number;
}

/**
 * Members of the room in a thread of their own: who waits for an answer has a browser to themselves, and must not stand
 * in line behind what all the others receive. Told `Speaking`, answers the ms that each answer took.
 */
const { url, people } = workerData as { url: string; people: Person[] };
const room = new Room(people);
await room.open(url, people.length);
parentPort?.on('message', ({ gapMs, ms }: Speaking) => {
  void room.talkEvery(gapMs, ms).then((taken) => parentPort?.postMessage(taken));
});
parentPort?.postMessage([]);

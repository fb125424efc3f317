import { cappedIntensity } from '#contract/chat/toy-calls.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Toy, ToyRun } from './reads.ts';

/** Performers' own sockets are in their room too. `seconds` counts from now. */
export function pushLevel(
  { push }: Pick<Deps, 'push'>,
  toy: Toy,
  { run, seconds, waiting }: { run: ToyRun; seconds: number; waiting: number },
): void {
  const { performerId: room, ceiling } = toy;
  push.toRoom(room, 'toy-level', {
    room,
    level: run.level,
    intensity: cappedIntensity(run.intensity, ceiling),
    seconds,
    from: run.sender,
    run: run.id,
    waiting,
  });
}

export function pushHalt({ push }: Pick<Deps, 'push'>, room: number, waiting: number): void {
  const halt = { level: 'off', intensity: 0, seconds: 0, from: '', run: null } as const;
  push.toRoom(room, 'toy-level', { room, ...halt, waiting });
}

export const pushActive = ({ push }: Pick<Deps, 'push'>, room: number, active: boolean): void =>
  push.toRoom(room, 'cybertoy', { room, active });

import type { RoomState } from '../../port/gateway.ts';
import type { Sfu } from '../sfu/index.ts';
import type { PlacedViewer, StateChange } from './messages.ts';

/** Finds what differs from what was told last. */
class Told<State> {
  readonly #told = new Map<string, string>();

  changes(states: ReadonlyMap<string, State>): [name: string, state: State | null][] {
    const changes: [string, State | null][] = [];
    for (const [name, state] of states) {
      const text = JSON.stringify(state);
      if (this.#told.get(name) === text) continue;
      this.#told.set(name, text);
      changes.push([name, state]);
    }
    for (const name of this.#told.keys()) {
      if (states.has(name)) continue;
      this.#told.delete(name);
      changes.push([name, null]);
    }
    return changes;
  }
}

/** Tells the state of a media server in changes. */
export function createStateChanges(sfu: Sfu): (seen: number) => StateChange {
  const [rooms, viewers] = [new Told<RoomState>(), new Told<PlacedViewer>()];
  return (seen) => {
    const state = sfu.state();
    return {
      at: Date.now(),
      seen,
      rooms: rooms.changes(state.rooms),
      viewers: viewers.changes(state.viewers),
      stats: sfu.stats(),
    };
  };
}

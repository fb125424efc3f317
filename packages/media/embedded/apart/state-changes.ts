import type { RoomState } from '../../port/gateway.ts';
import { steadyNow } from '../../port/steady-now.ts';
import type { Sfu } from '../sfu/index.ts';
import type { PlacedViewer, StateChange } from './messages.ts';

/** Finds the states that differ from the ones sent last. */
class SentStates<State> {
  readonly #sent = new Map<string, string>();

  changes(states: ReadonlyMap<string, State>): [name: string, state: State | null][] {
    const changes: [string, State | null][] = [];
    for (const [name, state] of states) {
      const text = JSON.stringify(state);
      if (this.#sent.get(name) === text) continue;
      this.#sent.set(name, text);
      changes.push([name, state]);
    }
    for (const name of this.#sent.keys()) {
      if (states.has(name)) continue;
      this.#sent.delete(name);
      changes.push([name, null]);
    }
    return changes;
  }
}

/** Returns a function that describes a media server's state as changes since its last call. */
export function createStateChanges(sfu: Sfu): (seen: number) => StateChange {
  const [rooms, viewers] = [new SentStates<RoomState>(), new SentStates<PlacedViewer>()];
  return (seen) => {
    const state = sfu.state();
    return {
      at: steadyNow(),
      seen,
      rooms: rooms.changes(state.rooms),
      viewers: viewers.changes(state.viewers),
      stats: sfu.stats(),
    };
  };
}

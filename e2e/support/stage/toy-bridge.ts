import { TOY_BEAT_MS } from '#contract/chat/toy-calls.ts';
import { readRoom } from '#contract/studio/studio-calls.ts';
import { beatToy, setToy } from '#contract/studio/toy-calls.ts';
import { logInToStudio } from '../live/studio.ts';
import { callOverSocket, connectSocket } from '../nodes/call.ts';
import type { OnAir } from './stage.ts';

/** Timeout of a call over the bridge's socket in ms. */
const PATIENCE_MS = 30_000;

/** Switches a performer's toy on and plays the bought runs over a socket, like the studio's page but without a device. */
export async function playToy({ name, call, origin }: OnAir): Promise<{ leave(): void }> {
  const token = await logInToStudio({ performer: name, origin });
  const socket = connectSocket({ url: origin, token });
  let beating: ReturnType<typeof setInterval> | undefined;
  const beat = (run: number): void => {
    callOverSocket({ socket, patience: PATIENCE_MS }, beatToy, { run }).catch(() => undefined);
  };
  socket.on('toy-level', ({ run }) => {
    clearInterval(beating);
    if (run !== null) beating = setInterval(beat, TOY_BEAT_MS, run);
  });
  // Enters the performer's room, whose pushes order the runs.
  await callOverSocket({ socket, patience: PATIENCE_MS }, readRoom, {});
  await call(setToy, { active: true });
  return {
    leave: () => {
      clearInterval(beating);
      socket.disconnect();
    },
  };
}

/** ms between two pictures. */
const FRAME_MS = 200;
const SIZE = { width: 320, height: 180 };

/** A moving picture drawn by the page. */
export interface Drawing {
  readonly stream: MediaStream;
  /** Draws until halted; calls `onFrame` for each picture. */
  run(onFrame: () => void): void;
  halt(): void;
}

export function openDrawing(): Drawing {
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const brush = canvas.getContext('2d');
  let frames = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const draw = () => {
    frames += 1;
    if (!brush) return;
    brush.fillStyle = `hsl(${(frames * 4) % 360} 40% 30%)`;
    brush.fillRect(0, 0, SIZE.width, SIZE.height);
    brush.fillStyle = 'white';
    brush.fillRect((frames * 8) % SIZE.width, 80, 20, 20);
  };
  const stream = canvas.captureStream();
  return {
    stream,
    run: (onFrame) => {
      timer = setInterval(() => {
        draw();
        onFrame();
      }, FRAME_MS);
    },
    halt: () => clearInterval(timer),
  };
}

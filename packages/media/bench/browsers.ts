import puppeteer, { type Browser, type Page } from 'puppeteer-core';

export type BrowserName = 'chromium' | 'firefox';

const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--autoplay-policy=no-user-gesture-required',
];

const firefoxPrefs = {
  'media.peerconnection.ice.loopback': true,
  'media.gmp-manager.updateEnabled': false,
};

export function launch(name: BrowserName): Promise<Browser> {
  return name === 'firefox'
    ? puppeteer.launch({
        browser: 'firefox',
        executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
        extraPrefsFirefox: firefoxPrefs,
      })
    : puppeteer.launch({
        executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
        args: chromiumArgs,
      });
}

/** The clock in the picture: one cell per bit of its ms, white for 1, and below each cell its inverse. */
export const clock = { bits: 20, cell: 32, width: 640, height: 360 } as const;

/** Publishes a moving picture with a clock in VP8, at `fps` frames per second. */
export async function publishDrawing(
  page: Page,
  target: { url: string; token: string },
  fps: number,
): Promise<void> {
  await page.evaluate(
    async ({ url, token }, rate, { bits, cell, width, height }) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [width, height];
      const brush = canvas.getContext('2d');
      const draw = () => {
        if (!brush) return;
        brush.fillStyle = `hsl(${(performance.now() / 20) % 360} 60% 40%)`;
        brush.fillRect(0, 0, width, height);
        brush.fillStyle = '#fff';
        brush.font = '60px monospace';
        brush.fillText(String(Date.now()), 60, 180);
        // The machine's clock: `performance.now` starts at a different moment in each page.
        const time = Date.now();
        for (let bit = 0; bit < bits; bit += 1) {
          const colours = Math.floor(time / 2 ** bit) % 2 === 1 ? ['#fff', '#000'] : ['#000', '#fff'];
          for (const [row, colour] of colours.entries()) {
            brush.fillStyle = colour;
            brush.fillRect(bit * cell, row * cell, cell, cell);
          }
        }
      };
      setInterval(draw, 1000 / rate);
      draw();
      const [track] = canvas.captureStream(rate).getVideoTracks();
      if (!track) throw new Error('The canvas stream has no video track');
      const pc = new RTCPeerConnection();
      const transceiver = pc.addTransceiver(track, { direction: 'sendonly' });
      const codecs = RTCRtpSender.getCapabilities('video')?.codecs ?? [];
      const wanted = ['video/VP8', 'video/rtx'];
      transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => wanted.includes(mimeType)));
      await pc.setLocalDescription();
      const headers = { 'Content-Type': 'application/sdp', Authorization: `Bearer ${token}` };
      const response = await fetch(url, { method: 'POST', headers, body: pc.localDescription?.sdp ?? '' });
      if (response.status !== 201) throw new Error(`WHIP answered ${response.status}`);
      await pc.setRemoteDescription({ type: 'answer', sdp: await response.text() });
    },
    { url: target.url, token: target.token },
    fps,
    clock,
  );
}

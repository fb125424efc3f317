import { atom } from 'nanostores';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import '../../styles/global.css';
import { expectAccessible } from '../testing/accessible.ts';
import { render } from '../testing/render.ts';
import { Level, SoundTest } from './DeviceCheck.tsx';
import { StudioContext, type StudioPage } from './studio-page.ts';

/** A track with a tone, as of a microphone; `play` needs a click before it. */
function aMicrophone(): { track: MediaStreamTrack; play: () => Promise<void> } {
  const context = new AudioContext();
  const tone = new OscillatorNode(context);
  const target = new MediaStreamAudioDestinationNode(context);
  tone.connect(target);
  tone.start();
  onTestFinished(() => context.close());
  const [track] = target.stream.getAudioTracks();
  if (!track) throw new Error('No track');
  return { track, play: () => context.resume() };
}

it('records three seconds of the microphone and plays them back', async () => {
  const { track, play } = aMicrophone();
  const $devices = atom({ microphone: track });
  const studio = { broadcast: { devices: { $devices } } } as unknown as StudioPage;
  await render(
    <StudioContext value={studio}>
      <SoundTest />
    </StudioContext>,
    'en',
  );
  const button = page.getByRole('button', { name: 'Record 3 seconds' });
  await button.click();
  await play();
  await expect.element(page.getByText('Recording …')).toBeVisible();
  const heard = () => document.querySelector('audio');
  expect(heard()).toBeNull();
  const before = performance.now();
  await expect.poll(heard, { timeout: 10_000 }).not.toBeNull();
  expect(performance.now() - before).toBeGreaterThan(2000);
  const recording = await (await fetch(heard()?.src ?? '')).blob();
  expect(recording.size).toBeGreaterThan(1000);
  await expect.element(button).toBeVisible();
  await expectAccessible();
});

it('shows how loud the microphone is', async () => {
  const { track, play } = aMicrophone();
  const studio = {
    broadcast: { devices: { $devices: atom({ microphone: track }) } },
  } as unknown as StudioPage;
  await render(
    <StudioContext value={studio}>
      <Level />
      <button type="button" onClick={() => void play()}>
        tone
      </button>
    </StudioContext>,
    'en',
  );
  const meter = page.getByRole('meter', { name: 'Sound level' });
  await expect.element(meter).toHaveAttribute('value', '0');
  await page.getByRole('button', { name: 'tone' }).click();
  const level = () => Number(meter.element().getAttribute('value'));
  await expect.poll(level).toBeGreaterThan(50);
});

// Exits with 1 unless the locked version is installed, loads and can publish by WHIP. scripts/lib/services.mjs runs it
// before tests.
import { readFileSync } from 'node:fs';

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const { Codec, OutputFormat } = await import('node-av/lib').catch(() => process.exit(1));
const isLocked =
  read('node_modules/node-av/package.json').version === read('package.json').dependencies['node-av'];
const encoders = ['libx264', 'libopus'].map((name) => Codec.findEncoderByName(name));
if (!isLocked || !OutputFormat.guessFormat('whip', null, null) || encoders.includes(null)) process.exit(1);

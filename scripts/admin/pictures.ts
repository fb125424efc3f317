import { z } from 'zod';
import { groundNames } from '#contract/safety/decisions.ts';
import { refusePicture } from '#server/desk/pictures/pictures.ts';
import { acceptPicture } from '#server/studio/pictures/decide-picture.ts';
import { listWaiting } from '#server/studio/pictures/list-waiting.ts';
import { explained } from './columns.ts';
import { command } from './command.ts';

export const listPictures = command({
  name: 'pictures list',
  summary: 'Prints as JSON what waits for review (MEDIA_REVIEW=on), oldest first, with its URLs',
  input: z.object({}),
  async run({ config, db, say }) {
    const waiting = await listWaiting({ db, config });
    const at = (path: string | null) => path && new URL(path, config.publicUrl).href;
    const shown = waiting.map((one) => ({ ...one, picture: at(one.picture), film: at(one.film) }));
    say(JSON.stringify(shown, null, 2));
    return 0;
  },
});

const input = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

const gone = (id: number) => (error: unknown) =>
  explained(error, { 'badRequest.notFound': `There is no picture or film ${id}.` });

export const acceptPictureCommand = command({
  name: 'pictures accept',
  summary: 'Shows a picture or film of a performer to visitors',
  operands: ['id'],
  changes: true,
  input,
  async run(desk, { id }) {
    await acceptPicture(desk, desk.caller, id).catch(gone(id));
    desk.say(`${id} is accepted.`);
    return 0;
  },
});

export const refusePictureCommand = command({
  name: 'pictures refuse',
  summary: 'Hides a picture or film by a decision whose facts are the reason, and mails its performer',
  operands: ['id'],
  options: { ground: { value: '<ground>', help: 'what it rests on; rules-content by default' } },
  changes: true,
  input: input.extend({ ground: z.enum(groundNames).default('rules-content') }),
  async run(desk, { id, ground }) {
    await refusePicture(desk, desk.caller, { picture: id, ground }).catch(gone(id));
    desk.say(`${id} is refused.`);
    return 0;
  },
});

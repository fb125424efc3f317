import { z } from 'zod';

/** Owner of a handle, which every node reads from the Admin API. */
export interface Owner {
  right: 'publish' | 'view';
  room: string;
  subject: string;
}

const ownerSchema = z.tuple([z.literal('vonk'), z.enum(['publish', 'view']), z.string(), z.string()]);

export const opaqueOf = ({ right, room, subject }: Owner): string =>
  JSON.stringify(['vonk', right, room, subject]);

/** Null if the handle is not one of ours. */
export function ownerOf(opaque: string | undefined): Owner | null {
  try {
    const [, right, room, subject] = ownerSchema.parse(JSON.parse(opaque ?? ''));
    return { right, room, subject };
  } catch {
    return null;
  }
}

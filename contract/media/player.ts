import { z } from 'zod';

const iceServerSchema = z.object({
  urls: z.union([z.string(), z.array(z.string())]),
  username: z.string().optional(),
  credential: z.string().optional(),
});

/** How a browser plays one stream; the agent names the protocol (media design: two agents behind one interface). */
export const playerConfigSchema = z.discriminatedUnion('agent', [
  z.object({
    agent: z.literal('whep'),
    /** WHEP address; site-relative where the media server is embedded. */
    url: z.string(),
    token: z.string(),
    iceServers: z.array(iceServerSchema),
  }),
  z.object({ agent: z.literal('janus'), url: z.string(), room: z.string(), token: z.string() }),
  z.object({ agent: z.literal('nano'), url: z.string(), streamname: z.string() }),
]);
export type PlayerConfig = z.infer<typeof playerConfigSchema>;

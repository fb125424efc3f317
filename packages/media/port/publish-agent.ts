/** How a browser publishes; the media server decides. */
export const publishAgents = ['whip', 'janus', 'nano'] as const;
export type PublishAgentName = (typeof publishAgents)[number];

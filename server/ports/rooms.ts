/** Names of socket.io rooms. */
export const rooms = {
  member: (id: number) => `member:${id}`,
  performer: (id: number) => `performer:${id}`,
  stream: (performerId: number) => `stream:${performerId}`,
  chatSession: (id: string) => `chat:${id}`,
  dialIn: (id: string) => `dial-in:${id}`,
  login: (sessionId: string) => `login:${sessionId}`,
} as const;

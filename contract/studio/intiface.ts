/**
 * Where Intiface Central listens on the performer's own computer, by default. The address, not the name `localhost`,
 * which Firefox treats as mixed content on an https page.
 */
export const INTIFACE_ADDRESS = 'ws://127.0.0.1:12345';

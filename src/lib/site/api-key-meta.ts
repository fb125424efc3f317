/** Name of the meta tag in which a page carries the key of the product that serves it. */
export const API_KEY_META = 'vonk-api-key';

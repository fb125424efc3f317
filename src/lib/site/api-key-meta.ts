/** Name of the meta tag with the API key. */
export const API_KEY_META = 'vonk-api-key';

/** Names of the meta tags with the API key, and with the API's origin where it is not the page's own. */
export const API_KEY_META = 'vonk-api-key';
export const API_ORIGIN_META = 'vonk-api-url';

/** Names of the meta tags with the API key, and with the API's origin where it is not the page's own. */
export const API_KEY_META = 'site-api-key';
export const API_ORIGIN_META = 'site-api-url';
/** With the address of the tag manager's script, where the brand has one. */
export const TAG_MANAGER_META = 'site-tag-manager';

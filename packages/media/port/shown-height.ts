/**
 * Relation (RFC 8288) by which the answer to a WHEP offer links to where a player may PUT how high its picture is shown, as
 * `{"height": 720}` in pixels of the screen.
 */
export const heightRelation = 'urn:x-media:height';

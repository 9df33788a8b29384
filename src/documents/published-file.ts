/** Makes a file of a published document's bytes. */

/** Systems refuse these in names of files. */
const REFUSED = /[\p{Cc}"*/:<>?\\|]+/gu;

/** @param pdf base64 */
export function fileOf(title: string, pdf: string): File {
  const bytes = Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0));
  return new File([bytes], `${title.replace(REFUSED, ' ').trim()}.pdf`, { type: 'application/pdf' });
}

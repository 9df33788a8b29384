/** Answers with a file of the disk: compressed for clients that take it, and without the body when they have its ETag already. */
import { readFile } from 'node:fs/promises';

/** Precompressed variants beside a file, best first. */
export const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const;
type Encoding = (typeof ENCODINGS)[number];

export interface StoredFile {
  path: string;
  type: string;
  cacheControl: string;
  /** Tag of the file's content, uncompressed. */
  etag: string;
  /** Content security policy, for a page. */
  policy?: string;
  /** Encodings that the file is stored in, best first. */
  encodings: readonly Encoding[];
}

export const FOR_EVER = 'public, max-age=31536000, immutable';

/** The encodings that the browser takes; `q=0` means not. */
function accepts(header: string, name: string): boolean {
  return header.split(',').some((part) => {
    const [coding, ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return coding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

export function respondWithFile(request: Request, file: StoredFile): Response | Promise<Response> {
  const encoding = file.encodings.find(({ name }) => accepts(request.headers.get('accept-encoding') ?? '', name));
  const etag = `"${file.etag}${encoding ? `-${encoding.name}` : ''}"`;
  const headers = new Headers({ 'Cache-Control': file.cacheControl, ETag: etag, Vary: 'Accept-Encoding' });
  // Also with 304: its headers replace the ones that the browser keeps.
  if (file.policy !== undefined) headers.set('Content-Security-Policy', file.policy);
  const known = request.headers.get('if-none-match');
  if (known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers });
  headers.set('Content-Type', file.type);
  if (encoding) headers.set('Content-Encoding', encoding.name);
  return readFile(file.path + (encoding?.extension ?? '')).then((bytes) => {
    headers.set('Content-Length', String(bytes.length));
    return new Response(request.method === 'HEAD' ? null : bytes, { headers });
  });
}

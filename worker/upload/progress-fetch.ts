/** `fetch` as far as an upload needs it, that tells how much has been sent: only XMLHttpRequest can. */

/** `sentBytes` of `totalBytes` of the request's body. */
export type UploadProgressListener = (sentBytes: number, totalBytes: number) => void;

/** Rejects as `fetch` does: TypeError without an answer or after a redirect, AbortError when called off. */
export function progressFetch(newRequest: () => XMLHttpRequest, onProgress: UploadProgressListener): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const url = String(input);
      const request = newRequest();
      const abort = () => request.abort();
      init.signal?.addEventListener('abort', abort);
      const finish = (settle: () => void) => () => {
        init.signal?.removeEventListener('abort', abort);
        settle();
      };
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
      request.onload = finish(() => {
        if (request.responseURL === url) resolve(responseOf(request));
        else reject(new TypeError('redirected'));
      });
      request.onerror = finish(() => reject(new TypeError('no answer')));
      request.onabort = finish(() => reject(new DOMException('called off', 'AbortError')));
      request.open(init.method ?? 'GET', url);
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.send(init.body as XMLHttpRequestBodyInit);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['content-type', 'retry-after']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(request.responseText || null, { status: request.status, headers });
}

/** Keeps the files of the page and answers with them. */
interface ServiceWorkerEvent extends Event {
  request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}

const FILES = ['/', '/page.js', '/worker.js'];

async function keep(): Promise<void> {
  await (await caches.open('files')).addAll(FILES);
}

self.addEventListener('install', (event) => (event as ServiceWorkerEvent).waitUntil(keep()));
self.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as ServiceWorkerEvent;
  respondWith.call(
    event,
    caches.match(request).then((kept) => kept ?? fetch(request)),
  );
});

/**
 * Images that another app shares to this one (contract/share.ts). The service worker hears of them before anybody knows who is
 * logged in, so it keeps them in a cache of their own, until the first page that somebody is logged in on takes them: for a quarter
 * of an hour at most, and never more than the last ones. The page asks the person what they are for; nothing is sent by itself, since any
 * page of the web can post here too.
 */
import { MAX_IMAGE_BYTES } from '../../contract/envelope';
import { SHARED_CACHE, SHARE_FIELD, SHARED_SCREEN_PATH } from '../../contract/share';

const KEEP_MS = 15 * 60_000;
const MAX_IMAGES = 20;
/** Header of a kept image: when it came, UTC ms. */
const CAME_AT = 'x-came-at';

export interface SharedImagesDeps {
  caches: Pick<CacheStorage, 'open' | 'delete'>;
  now: () => number;
}

export interface Shared {
  images: Blob[];
  /** Files that were none, too large or too many. */
  refused: number;
}

export class SharedImages {
  /** Of the last share; a service worker that has ended meanwhile no longer knows. */
  #refused = 0;

  constructor(private readonly deps: SharedImagesDeps) {}

  /** Takes the posted form. @returns the way to the screen that asks what the images are for */
  async take(request: Request): Promise<Response> {
    await this.#keep(request).catch(() => undefined);
    return new Response(null, { status: 303, headers: { location: `/#${SHARED_SCREEN_PATH}` } });
  }

  /** Hands the images on, once. */
  async hand(): Promise<Shared> {
    const images = await this.#fresh().catch(() => []);
    const refused = this.#refused;
    await this.drop();
    return { images, refused };
  }

  /** Drops what nobody has taken in time. */
  async dropStale(): Promise<void> {
    if ((await this.#fresh()).length === 0) await this.drop();
  }

  async drop(): Promise<void> {
    this.#refused = 0;
    await this.deps.caches.delete(SHARED_CACHE);
  }

  async #keep(request: Request): Promise<void> {
    const form = await request.formData();
    await this.drop();
    const files = form.getAll(SHARE_FIELD).filter((part) => part instanceof Blob);
    const good = files.filter(({ size, type }) => size > 0 && size <= MAX_IMAGE_BYTES && type.startsWith('image/'));
    const kept = good.slice(0, MAX_IMAGES);
    this.#refused = files.length - kept.length;
    if (kept.length === 0) return;
    const cache = await this.deps.caches.open(SHARED_CACHE);
    for (const [index, file] of kept.entries()) {
      const headers = { 'content-type': file.type, [CAME_AT]: String(this.deps.now()) };
      await cache.put(`/.shared/${index}`, new Response(file, { headers }));
    }
  }

  async #fresh(): Promise<Blob[]> {
    const cache = await this.deps.caches.open(SHARED_CACHE);
    const images: Blob[] = [];
    for (let index = 0; index < MAX_IMAGES; index += 1) {
      const response = await cache.match(`/.shared/${index}`);
      if (!response) break;
      const ageMs = this.deps.now() - Number(response.headers.get(CAME_AT));
      if (ageMs >= 0 && ageMs < KEEP_MS) images.push(await response.blob());
    }
    return images;
  }
}

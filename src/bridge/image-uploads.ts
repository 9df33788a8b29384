/** Images that a form sends: one after the other, each with its preview, its progress and its own retry. */
import type { CallError } from '../../contract/errors';
import type { upload as send } from './upload';
import { Signal } from './signal';

interface ImagePreview {
  key: string;
  /** Blob URL of the picture as it is on this device. */
  preview: string;
}
export type ImageUpload = ImagePreview &
  (
    | { state: 'waiting' }
    | { state: 'sending'; progress: number }
    | { state: 'sent'; id: string }
    | { state: 'failed'; error: CallError }
  );
type UploadState = ImageUpload extends infer S ? (S extends ImagePreview ? Omit<S, keyof ImagePreview> : never) : never;

export class ImageUploads {
  readonly images = new Signal<readonly ImageUpload[]>([]);
  readonly #upload: typeof send;
  readonly #files = new Map<string, Blob>();
  #count = 0;
  #running: { key: string; abort: AbortController } | null = null;

  constructor(upload: typeof send) {
    this.#upload = upload;
  }

  add(files: readonly Blob[]): void {
    const added = files.map((file): ImageUpload => {
      const key = String(++this.#count);
      this.#files.set(key, file);
      return { key, preview: URL.createObjectURL(file), state: 'waiting' };
    });
    this.images.set([...this.images.get(), ...added]);
    void this.#sendNext();
  }

  retry(key: string): void {
    this.#change(key, { state: 'waiting' });
    void this.#sendNext();
  }

  remove(key: string): void {
    if (this.#running?.key === key) this.#running.abort.abort();
    for (const image of this.images.get()) if (image.key === key) URL.revokeObjectURL(image.preview);
    this.#files.delete(key);
    this.images.set(this.images.get().filter((image) => image.key !== key));
  }

  /** Call it when nobody looks any more: calls off running uploads, and removes the pictures from the page's memory. */
  readonly clear = (): void => {
    for (const { key } of this.images.get()) this.remove(key);
  };

  async #sendNext(): Promise<void> {
    const next = this.images.get().find(({ state }) => state === 'waiting');
    const file = next && this.#files.get(next.key);
    if (!next || !file || this.#running) return;
    const { key } = next;
    const abort = new AbortController();
    this.#running = { key, abort };
    this.#change(key, { state: 'sending', progress: 0 });
    const onProgress = (progress: number) => this.#change(key, { state: 'sending', progress });
    const result = await this.#upload(file, { onProgress, signal: abort.signal });
    this.#running = null;
    this.#change(key, result.ok ? { state: 'sent', id: result.data.id } : { state: 'failed', error: result.error });
    return this.#sendNext();
  }

  #change(key: string, fate: UploadState): void {
    this.images.set(
      this.images.get().map((image) => (image.key === key ? { key, preview: image.preview, ...fate } : image)),
    );
  }
}

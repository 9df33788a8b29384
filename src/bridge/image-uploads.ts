/** Images that a form sends: a few at a time, each with its preview, its progress and its own retry. */
import type { CallError } from '../../contract/errors';
import type { upload as send } from './upload';
import { Signal } from './signal';

interface ImagePreview {
  key: string;
  /** Blob URL of the picture as it is on this device; empty where only the gateway has it. */
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

/** Makes of a chosen file what is sent, and keeps that on the device. */
export type PrepareImage = (key: string, file: Blob) => Promise<{ image: Blob } | { error: CallError }>;

export interface ImageUploadsOptions {
  /** So many are on their way at once; the gateway takes two of a person's. Default: 1. */
  atOnce?: number;
  /** Absent: files are sent as they are chosen. */
  prepare?: PrepareImage;
}

/** An image of before a reload: its bytes, or the id of the upload. */
export interface RestoredImage {
  key: string;
  image: Blob | null;
  uploadId: string | null;
}

export class ImageUploads {
  readonly images = new Signal<readonly ImageUpload[]>([]);
  readonly #upload: typeof send;
  readonly #atOnce: number;
  readonly #prepare: PrepareImage | undefined;
  /** Ready to be sent. */
  readonly #files = new Map<string, Blob>();
  /** Chosen, and not prepared yet, in their order. */
  readonly #chosen = new Map<string, Blob>();
  readonly #running = new Map<string, AbortController>();
  #count = 0;
  #isPreparing = false;

  constructor(upload: typeof send, { atOnce = 1, prepare }: ImageUploadsOptions = {}) {
    this.#upload = upload;
    this.#atOnce = atOnce;
    this.#prepare = prepare;
  }

  add(files: readonly Blob[]): void {
    const added = files.map((file): ImageUpload => {
      const key = this.#nextKey();
      (this.#prepare ? this.#chosen : this.#files).set(key, file);
      return { key, preview: URL.createObjectURL(file), state: 'waiting' };
    });
    this.images.set([...this.images.get(), ...added]);
    void this.#prepareNext();
    this.#sendNext();
  }

  restore(kept: readonly RestoredImage[]): void {
    const restored = kept.map(({ key, image, uploadId }): ImageUpload => {
      if (uploadId !== null || !image) return { key, preview: '', state: 'sent', id: uploadId ?? '' };
      this.#files.set(key, image);
      return { key, preview: URL.createObjectURL(image), state: 'waiting' };
    });
    this.images.set([...restored, ...this.images.get()]);
    this.#sendNext();
  }

  retry(key: string): void {
    this.#change(key, { state: 'waiting' });
    void this.#prepareNext();
    this.#sendNext();
  }

  remove(key: string): void {
    this.#running.get(key)?.abort();
    for (const image of this.images.get())
      if (image.key === key && image.preview !== '') URL.revokeObjectURL(image.preview);
    this.#files.delete(key);
    this.#chosen.delete(key);
    this.images.set(this.images.get().filter((image) => image.key !== key));
  }

  /** Call it when nobody looks any more: calls off running uploads, and removes the pictures from the page's memory. */
  readonly clear = (): void => {
    for (const { key } of this.images.get()) this.remove(key);
  };

  /** Keys are texts in the order in which images were added, also over a reload: kept images are found by them. */
  #nextKey(): string {
    return `${String(Date.now()).padStart(15, '0')}-${String((this.#count += 1)).padStart(4, '0')}`;
  }

  /** One at a time: decoding a picture takes a phone's memory. */
  async #prepareNext(): Promise<void> {
    const [key, file] = [...this.#chosen].find(([one]) => this.#isWaiting(one)) ?? [];
    if (!this.#prepare || this.#isPreparing || key === undefined || file === undefined) return;
    this.#isPreparing = true;
    const prepared = await this.#prepare(key, file);
    this.#isPreparing = false;
    if (this.#chosen.has(key)) {
      if ('image' in prepared) {
        this.#chosen.delete(key);
        this.#files.set(key, prepared.image);
      } else this.#change(key, { state: 'failed', error: prepared.error });
    }
    this.#sendNext();
    return this.#prepareNext();
  }

  #isWaiting(key: string): boolean {
    return this.images.get().some((image) => image.key === key && image.state === 'waiting');
  }

  #sendNext(): void {
    for (const { key, state } of this.images.get()) {
      if (this.#running.size >= this.#atOnce) return;
      const file = this.#files.get(key);
      if (state === 'waiting' && file && !this.#running.has(key)) void this.#send(key, file);
    }
  }

  async #send(key: string, file: Blob): Promise<void> {
    const abort = new AbortController();
    this.#running.set(key, abort);
    this.#change(key, { state: 'sending', progress: 0 });
    const onProgress = (progress: number) => this.#change(key, { state: 'sending', progress });
    const result = await this.#upload(file, { onProgress, signal: abort.signal });
    this.#running.delete(key);
    this.#change(key, result.ok ? { state: 'sent', id: result.data.id } : { state: 'failed', error: result.error });
    this.#sendNext();
  }

  #change(key: string, fate: UploadState): void {
    this.images.set(
      this.images.get().map((image) => (image.key === key ? { key, preview: image.preview, ...fate } : image)),
    );
  }
}

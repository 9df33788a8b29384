import { useCallback, useEffect, useState } from 'react';
import type { FormImageAnswer, FormImageRequest } from '../../worker/api';
import { bridge } from './bridge';
import { ImageUploads, type ImageUpload, type PrepareImage, type RestoredImage } from './image-uploads';
import { takeGiven } from './shared-images';
import { useSignal } from './signal';
import { upload } from './upload';

/** The gateway takes no more of one person's at a time. */
const AT_ONCE = 2;

/** An old phone takes seconds to prepare a large picture. */
const DEADLINE_MS = 60_000;

async function ask(request: FormImageRequest): Promise<FormImageAnswer | null> {
  const reply = await bridge().tasks.runToEnd((api) => api.formImages(request), DEADLINE_MS);
  return reply.ok ? reply.value : null;
}

export interface FormImages {
  uploads: Pick<ImageUploads, 'add' | 'retry'>;
  images: readonly ImageUpload[];
  /** True until the images of before a reload are back. */
  isRestoring: boolean;
  /** So many are in the page's memory alone: this device has no room for them. */
  unkept: number;
  remove: (key: string) => void;
  /** Forgets all of them, on the device too: the form was sent or discarded. */
  discard: () => Promise<void>;
}

/** Sends the images of a form, at most `max`, two at a time, and keeps them over a reload ([Note: Form images] in worker/upload/form-images.ts). */
export function useFormImages(form: string, max: number): FormImages {
  const [unkept, setUnkept] = useState<ReadonlySet<string>>(new Set());
  const [isRestoring, setRestoring] = useState(true);
  const [removed] = useState(() => new Set<string>());
  const [uploads] = useState(() => {
    const prepare: PrepareImage = async (key, file) => {
      const answer = await ask({ do: 'keep', form, key, file });
      // It was removed while it was prepared.
      if (removed.has(key)) await ask({ do: 'drop', form, key });
      if (answer?.error) return { error: answer.error };
      if (!answer?.isKept) setUnkept((before) => new Set([...before, key]));
      // An image that the worker could not prepare now it prepares when it sends it, or says why not.
      return { image: answer?.image ?? file };
    };
    return new ImageUploads(upload, { atOnce: AT_ONCE, prepare });
  });
  const images = useSignal(uploads.images);

  useEffect(() => {
    const over = new AbortController();
    void keptImages(form, over.signal).then((kept) => {
      if (over.signal.aborted) return;
      uploads.restore(kept);
      uploads.add(takeGiven(form).slice(0, Math.max(0, max - kept.length)));
      setRestoring(false);
    });
    return () => {
      over.abort();
      uploads.clear();
    };
  }, [form, max, uploads]);
  useNotedUploads(form, images);

  const remove = useCallback(
    (key: string) => {
      removed.add(key);
      uploads.remove(key);
      void ask({ do: 'drop', form, key });
    },
    [form, uploads, removed],
  );
  const discard = useCallback(async () => {
    for (const { key } of uploads.images.get()) removed.add(key);
    uploads.clear();
    await ask({ do: 'clear', form });
  }, [form, uploads, removed]);
  const lost = images.filter(({ key, state }) => state !== 'sent' && unkept.has(key)).length;
  return { uploads, images, isRestoring, unkept: lost, remove, discard };
}

/** One after the other, so that only what is shown is in memory. */
async function keptImages(form: string, signal: AbortSignal): Promise<RestoredImage[]> {
  const kept: RestoredImage[] = [];
  for (let after = ''; !signal.aborted;) {
    const image = await ask({ do: 'next', form, after });
    if (!image) break;
    kept.push(image);
    after = image.key;
  }
  return kept;
}

/** Puts the id of an image that is up in the place of its bytes. */
function useNotedUploads(form: string, images: readonly ImageUpload[]): void {
  const [noted] = useState(() => new Set<string>());
  useEffect(() => {
    for (const image of images) {
      // Without a preview it comes from the device, which has the id.
      if (image.state !== 'sent' || image.preview === '' || noted.has(image.key)) continue;
      noted.add(image.key);
      void ask({ do: 'sent', form, key: image.key, uploadId: image.id });
    }
  }, [form, images, noted]);
}

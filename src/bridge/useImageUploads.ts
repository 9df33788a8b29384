import { useEffect, useState } from 'react';
import { bridge } from './bridge';
import { ImageUploads, type SentImage } from './image-uploads';
import { useSignal } from './signal';

/** Sends images for as long as the page is open; see `image-uploads.ts`. */
export function useImageUploads(): { uploads: ImageUploads; images: readonly SentImage[] } {
  const [uploads] = useState(() => new ImageUploads((file, options) => bridge().upload(file, options)));
  useEffect(() => uploads.clear, [uploads]);
  return { uploads, images: useSignal(uploads.images) };
}

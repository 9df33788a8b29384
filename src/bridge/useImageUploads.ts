import { useEffect, useState } from 'react';
import { ImageUploads, type ImageUpload } from './image-uploads';
import { useSignal } from './signal';
import { upload } from './upload';

/** Sends images for as long as the page is open; see `image-uploads.ts`. */
export function useImageUploads(): { uploads: ImageUploads; images: readonly ImageUpload[] } {
  const [uploads] = useState(() => new ImageUploads(upload));
  useEffect(() => uploads.clear, [uploads]);
  return { uploads, images: useSignal(uploads.images) };
}

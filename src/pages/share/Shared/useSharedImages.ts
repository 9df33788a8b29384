import { useEffect, useState } from 'react';
import { serviceWorkerLink } from '../../../update/instance';

export interface SharedImages {
  images: readonly Blob[];
  refused: number;
}

const NONE: SharedImages = { images: [], refused: 0 };

/** Takes the images over from the service worker, which has them no more then. */
export function useSharedImages(): { shared: SharedImages | undefined; previews: readonly string[] } {
  const [shared, setShared] = useState<SharedImages>();
  const [previews, setPreviews] = useState<readonly string[]>([]);
  useEffect(() => {
    let isHere = true;
    void (serviceWorkerLink()?.takeShared() ?? Promise.resolve(null)).then((taken) => {
      if (isHere) setShared(taken ?? NONE);
    });
    return () => {
      isHere = false;
    };
  }, []);
  useEffect(() => {
    const urls = (shared?.images ?? []).map((image) => URL.createObjectURL(image));
    setPreviews(urls);
    return () => {
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [shared]);
  return { shared, previews };
}

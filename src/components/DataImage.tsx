import { useEffect, useMemo, useState } from 'react';

/** The pictures that the gateway sends have this form: whole groups of four. */
const DATA_URI =
  /^data:(image\/(?:webp|png|jpeg|svg\+xml));base64,((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

function blobOf(data: string): Blob | null {
  const [, type, text] = DATA_URI.exec(data) ?? [];
  if (type === undefined || text === undefined) return null;
  return new Blob([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], { type });
}

export interface DataImageProps {
  /** A data URI with base64, as answers carry pictures. */
  data: string;
  /** Empty for a picture beside its own name. */
  alt: string;
  className?: string | undefined;
}

/** A picture of an answer. The content policy admits no data URIs: it is a Blob for as long as it is shown. */
export function DataImage({ data, alt, className }: DataImageProps) {
  const blob = useMemo(() => blobOf(data), [data]);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return setUrl(undefined);
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return <img src={url} alt={alt} className={className} decoding="async" />;
}

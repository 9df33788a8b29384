import type { CallOutput } from '../../contract/index';
import type { Answer } from '../../worker/api';
import { bridge } from './bridge';
import { answerOf } from './failures';
import type { WriteResult } from './types';

/** The worker gives an upload three minutes, and converts the picture before. */
const DEADLINE_MS = 200_000;

type UploadedImage = CallOutput<'uploadImage'>;

export interface UploadOptions {
  /** Gets 0…1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/** Sends an image. An upload that was called off ends with code `session-closed`. */
export async function upload(file: Blob, { onProgress, signal }: UploadOptions): Promise<WriteResult<UploadedImage>> {
  const reply = await bridge().tasks.run({
    begin: (api, id) => api.upload(id, file) as Promise<Answer<UploadedImage>>,
    callOff: (api, id) => api.cancelUpload(id),
    deadlineMs: DEADLINE_MS,
    onProgress: (sentBytes, totalBytes) => onProgress(sentBytes / (totalBytes ?? 1)),
    signal,
  });
  return answerOf(reply);
}

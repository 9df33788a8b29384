/** Takes an upload apart while it comes (docs/rules.md §11), so that it is refused at the first part too many and not after 12 MiB. */
import { MultipartParseError, MultipartParser, type MultipartPart } from '@remix-run/multipart-parser';
import { MAX_UPLOAD_BYTES } from '../../contract/envelope';
import type { RequestForm } from '../../contract/request-envelope';
import { Refusal } from '../domain/call-context';
import { InvalidEnvelopeError } from './envelope';
import { FORM_FIELDS, MAX_GUEST_FORM_BYTES, parseForm } from './open-form';

const FILE = 'file';
/** A part's headers name it, its file and its type. */
const MAX_PART_HEADER_BYTES = 1024;
/** RFC 2046 allows 70 characters. */
const BOUNDARY = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i;

export interface UploadParts {
  /** Takes the next piece of the body. @throws InvalidEnvelopeError; Refusal image-refused for a second file */
  write(piece: Uint8Array): void;
  /** The body has ended. @throws InvalidEnvelopeError; Refusal image-refused without a file */
  end(): { form: RequestForm; file: Uint8Array };
}

/** @throws InvalidEnvelopeError for what is no multipart form */
export function uploadParts(contentType: string): UploadParts {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (!/^multipart\/form-data\s*;/i.test(contentType) || boundary === undefined) throw new InvalidEnvelopeError();
  // One more than is taken: a second file has a refusal of its own.
  const limits = { maxHeaderSize: MAX_PART_HEADER_BYTES, maxParts: FORM_FIELDS + 2, maxFileSize: MAX_UPLOAD_BYTES };
  const parser = new MultipartParser(boundary, { ...limits, maxTotalSize: MAX_UPLOAD_BYTES });
  const fields: [string, string][] = [];
  let file: Uint8Array | null = null;

  const take = (part: MultipartPart) => {
    if (part.name !== FILE) {
      if (part.size > MAX_GUEST_FORM_BYTES) throw new InvalidEnvelopeError();
      fields.push([part.name ?? '', part.text]);
    } else if (file === null && part.isFile) file = part.bytes;
    else throw new Refusal('image-refused');
  };
  const parsing = (work: () => void) => {
    try {
      work();
    } catch (error) {
      throw error instanceof MultipartParseError ? new InvalidEnvelopeError() : error;
    }
  };
  return {
    write: (piece) =>
      parsing(() => {
        for (const part of parser.write(piece)) take(part);
      }),
    end() {
      parsing(() => parser.finish());
      const form = parseForm(fields);
      if (file === null) throw new Refusal('image-refused');
      return { form, file };
    },
  };
}

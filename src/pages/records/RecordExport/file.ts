/** Describes the file of a kind of record: declared once beside its screen; `useRecordsFileRequest` turns it into a request. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AnyCall, RecordColumn } from '../../../bridge/types';

export interface FileColumn extends Pick<RecordColumn, 'as' | 'unit' | 'unitField' | 'isSummed' | 'share'> {
  title: MessageDescriptor;
  /** Path of the value in a record, such as `target.address`; of several paths, the first that has a value counts. */
  field: string | readonly string[];
  names?: Readonly<Record<string, MessageDescriptor>>;
}

export const timeColumn = (field: string): FileColumn => ({ title: msg`Time`, field, as: 'time', share: 17 });

export const journalColumn = (share = 9): FileColumn => ({
  title: msg`Journal`,
  field: 'journalId',
  as: 'text',
  share,
});

export interface RecordFile {
  /** Part of the file's name. */
  name: string;
  columns: readonly FileColumn[];
  /** Totals are of the records in these states, called so; of all of them without it. */
  counts?: { field: string; values: readonly string[]; name: MessageDescriptor };
}

/** The part of the list that a screen shows, and so its file contains. */
export interface ExportedRecords {
  file: RecordFile;
  call: AnyCall;
  /** Filters of the call. */
  filters?: Readonly<Record<string, string | undefined>>;
  /** Values by which the screen itself picks rows out of the list. */
  fields?: Readonly<Record<string, string>>;
}

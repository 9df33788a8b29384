/** How a kind of record looks as a file: declared once beside its screen, turned into an order by `useRecordsOrder`. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AnyCall, RecordColumn } from '../../../bridge/types';

export interface FileColumn extends Pick<RecordColumn, 'as' | 'unit' | 'unitField' | 'isSummed' | 'share'> {
  title: MessageDescriptor;
  /** Where the value is in a record, `target.address`; with several the first that is there. */
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

/** What a screen shows, and so what its file has. */
export interface Exported {
  file: RecordFile;
  call: AnyCall;
  /** Of the call. */
  filters?: Readonly<Record<string, string | undefined>>;
  /** What the screen picks out of the list by itself. */
  fields?: Readonly<Record<string, string>>;
}

import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { CallName } from '../../../../contract/index';
import type { RecordsFileRequest } from '../../../bridge/types';
import type { FileChoice } from '../StatementExport/ExportForm';
import { useFileTexts } from '../StatementExport/useStatementTexts';
import type { ExportedRecords } from './file';

/** Orders a file of the records that a screen shows, in the words of its language. */
export function useRecordsFileRequest(
  title: string,
  { file, call, filters = {}, fields = {} }: ExportedRecords,
): (choice: FileChoice) => { request: RecordsFileRequest; name: string } {
  const { t } = useLingui();
  const texts = useFileTexts(title);
  const { columns, counts, name } = file;
  const counted = counts ? t(counts.name) : '';
  const said = (names: Readonly<Record<string, MessageDescriptor>>) =>
    Object.fromEntries(Object.entries(names).map(([value, one]) => [value, t(one)]));
  return ({ moments, format }) => ({
    name: ['rab', name, ...Object.values(filters), ...Object.values(fields)].join('-'),
    request: {
      call: call.name as CallName,
      filters,
      fields,
      ...moments,
      format,
      columns: columns.map(({ title: heading, field, names, ...rest }) => ({
        ...rest,
        title: t(heading),
        fields: typeof field === 'string' ? [field] : field,
        ...(names ? { names: said(names) } : {}),
      })),
      counts: counts ? { field: counts.field, values: counts.values } : null,
      texts: { ...texts, total: counts ? t`Total (${counted})` : t`Total` },
    },
  });
}

import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { accountStatement } from '../../../../contract/calls/profile';
import { paths } from '../../../app/paths';
import { readListAhead } from '../../../bridge/useListCall';
import { defineRecords } from '../define-records';
import { ExportButton } from '../RecordExport/ExportButton';
import { rowSheet, type RowSheetProps } from '../row-sheet';
import { isFiltered, NO_FILTERS, queryOf, type StatementFilters, type StatementRow } from '../statement';
import { StatementDetails } from '../StatementDetails';
import { StatementExport } from '../StatementExport';
import { StatementRowView } from '../StatementRowView';
import { Filters } from './Filters';
import { useFilters } from './useFilters';
import { useStatement } from './useStatement';
import { STEP, useSteps } from './useSteps';

/** Every posting on the cash account, or on the custody account (docs/screens.md). */
const { Screen, ahead } = defineRecords<StatementRow, StatementFilters>({
  title: ({ account }) => (account === 'cash' ? msg`Cash statement` : msg`Custody statement`),
  path: paths.cashStatement,
  filters: {
    useFilters,
    queryOf,
    isNarrowed: isFiltered,
    cleared: ({ account }) => ({ account, ...NO_FILTERS }),
    Above: Filters,
  },
  read: { useRead: useStatement, ahead: () => readListAhead(accountStatement, { account: 'cash' }) },
  Row: StatementRowView,
  timeOf: ({ createdAt }) => createdAt,
  rowHeight: 60,
  useSheet: rowSheet(LateDetails),
  file: { Button: ExportStatement },
  empty: {
    hint: msg`Every posting on this account will appear here.`,
    narrowed: { hint: msg`No posting fits these filters.`, label: msg`Clear filters` },
  },
});
export { ahead };
export default Screen;

function LateDetails(props: RowSheetProps<StatementRow>) {
  return useSteps(STEP.sheets) === STEP.sheets && <StatementDetails {...props} />;
}

function ExportStatement({ filters }: { filters: StatementFilters }) {
  const { t } = useLingui();
  return (
    <ExportButton label={t`Export statement`}>
      {(close) => <StatementExport open onClose={close} filters={filters} />}
    </ExportButton>
  );
}

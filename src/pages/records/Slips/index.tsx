import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { deliverySlips, deliverySlipTotals, SLIP_ASSET } from '../../../../contract/calls/slips';
import { paths } from '../../../app/paths';
import { readAhead } from '../../../bridge/useCall';
import { readListAhead, useListCall } from '../../../bridge/useListCall';
import { useSearch } from '../../../bridge/useSearch';
import { Amount } from '../../../components/Amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { defineRecords, type RecordRead, type RecordRowProps } from '../define-records';
import type { FilterProps } from '../filters';
import { RecordRow } from '../MonthlyRecords';
import { timeColumn } from '../RecordExport/file';
import { rowSheet } from '../row-sheet';
import { rangeOf, SLIP_FILTERS, type SlipFilters } from './filters';
import { DIRECTION_NAMES, figure, type Slip } from './slip';
import { SlipChips } from './SlipChips';
import { SlipSheet } from './SlipSheet';
import { Totals } from './Totals';

/** The fields that a row must have. */
function fieldsOf({ direction, result }: SlipFilters): Record<string, string> {
  return { ...(direction !== 'all' && { direction }), ...(result !== 'all' && { result }) };
}

/** The whole list, or a search through what the device keeps of it, so that every choice is there offline, too. */
const SLIPS: RecordRead<Slip, SlipFilters> = {
  useRead(filters) {
    const [today] = useState(() => new Date());
    const isSearch = SLIP_FILTERS.isNarrowed(filters);
    const fields = fieldsOf(filters);
    const list = useListCall(deliverySlips, {}, { enabled: !isSearch });
    const query = { fields, ...rangeOf(filters.period, today) };
    const search = useSearch(deliverySlips, {}, query, { enabled: isSearch });
    return isSearch
      ? { list: search, search, of: { call: deliverySlips, fields } }
      : { list, of: { call: deliverySlips } };
  },
  ahead: () => Promise.all([readListAhead(deliverySlips, {}), readAhead(deliverySlipTotals, {})]),
};

/** Delivery slips with their totals; `?id=` opens one (docs/rules.md §9). */
const { Screen, ahead } = defineRecords<Slip, SlipFilters>({
  title: msg`Settlement slips`,
  path: paths.deliverySlips,
  filters: { ...SLIP_FILTERS, Above },
  read: SLIPS,
  Row,
  timeOf: ({ listedAt }) => listedAt,
  useSheet: rowSheet(({ row, onClose }) => <SlipSheet slip={row} onClose={onClose} />),
  file: {
    name: 'settlement-slips',
    columns: [
      timeColumn('closedAt'),
      { title: msg`Trade order number`, field: 'tradeNumber', as: 'text', share: 14 },
      { title: msg`Product`, field: 'product', as: 'text', share: 9 },
      { title: msg`Trade direction`, field: 'direction', as: 'text', share: 8, names: DIRECTION_NAMES },
      { title: msg`Lots`, field: 'lots', as: 'text', share: 7 },
      { title: msg`Open price`, field: 'openPrice', as: 'text', share: 11 },
      { title: msg`Close price`, field: 'closePrice', as: 'text', share: 11 },
      { title: msg`Margin`, field: 'margin', as: 'figure', share: 12, unit: SLIP_ASSET },
      { title: msg`Profit and loss`, field: 'profit', as: 'figure', share: 14, unit: SLIP_ASSET, isSummed: true },
    ],
  },
  empty: {
    hint: msg`What the trading desk reports of your account appears here.`,
    narrowed: { label: msg`Clear filters` },
  },
});
export { ahead };
export default Screen;

function Above(props: FilterProps<SlipFilters>) {
  return (
    <>
      <SlipChips {...props} />
      <Totals filters={props.filters} />
    </>
  );
}

function Row({ row, onOpen }: RecordRowProps<Slip>) {
  const { t } = useLingui();
  const locale = useLocale();
  const { product, tradeNumber, profit, direction, closedAt } = row;
  const lots = figure(row.lots, locale);
  const side = t(DIRECTION_NAMES[direction]);
  return (
    <RecordRow
      title={product ?? tradeNumber}
      figure={<Amount value={profit} asset={SLIP_ASSET} precision="full" change unit />}
      below={formatDateTime(closedAt, { locale })}
      aside={t`${side} · ${lots} lots`}
      onOpen={() => onOpen(row)}
    />
  );
}

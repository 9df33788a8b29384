/** Shows an income's formula with its figures, so that the person can work it out again, and names its cause. */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Amount } from '../../../components/Amount';
import type { KeyValueRow } from '../../../components/KeyValue';
import type { AssetCode } from '../../../../contract/money';
import { formatCount, formatRate, plainAmount } from '../../../format/amount';
import { formatDate, formatDateTime } from '../../../format/date';
import type { Locale } from '../../../i18n/locales';
import type { Income } from './income';
import styles from './Income.module.css';

type Lineage = NonNullable<Income['lineage']>;
type Of<S extends Lineage['source']> = Extract<Lineage, { source: S }>;
type OfFee = Of<'promotion-fee' | 'management-fee' | 'fee-rebate'>;

const FEES: Record<OfFee['feeSource'], MessageDescriptor> = {
  withdrawal: msg`Withdrawal`,
  'custody-redeem': msg`Redemption`,
  'otc-rab': msg`RAB trade`,
  'otc-usdt': msg`USDT trade`,
  'machine-service': msg`Service fee of mining`,
};

const PAYERS: Record<OfFee['source'], MessageDescriptor> = {
  'promotion-fee': msg`Somebody of generation 1, invited by you`,
  'management-fee': msg`Somebody of generation 2`,
  'fee-rebate': msg`You`,
};

function Formula({ words, figures, note }: { words: ReactNode; figures: ReactNode; note: ReactNode }) {
  return (
    <span className={styles['formula']}>
      <span>{words}</span>
      <span className="rab-num">{figures}</span>
      <span className={styles['note']}>{note}</span>
    </span>
  );
}

function Named({ name }: { name: MessageDescriptor }) {
  const { t } = useLingui();
  return <>{t(name)}</>;
}

interface Shown {
  asset: AssetCode;
  locale: Locale;
}

const Full = ({ value, asset }: { value: string; asset: AssetCode }) => (
  <Amount value={value} asset={asset} precision="full" unit />
);

function interestRows({ principal, dailyRate, day }: Of<'custody-interest'>, { asset, locale }: Shown): KeyValueRow[] {
  const rate = formatRate(dailyRate, locale);
  return [
    {
      label: <Trans>Formula</Trans>,
      value: (
        <Formula
          words={<Trans>principal × daily rate × 1 day</Trans>}
          figures={
            <>
              <Full value={principal} asset={asset} /> × {rate} × 1
            </>
          }
          note={<Trans>Rounded down; what is less than the smallest unit goes to the next day.</Trans>}
        />
      ),
    },
    { label: <Trans>Day of the order</Trans>, value: <span className="rab-num">{formatCount(day, locale)}</span> },
  ];
}

function airdropRows(lineage: Of<'airdrop'>, { asset, locale }: Shown): KeyValueRow[] {
  const published = formatDateTime(lineage.publishedAt, { locale });
  return [
    { label: <Trans>Formula</Trans>, value: <Trans>The amount on the published list</Trans> },
    { label: <Trans>List</Trans>, value: lineage.list },
    { label: <Trans>Published</Trans>, value: <span className="rab-num">{published}</span> },
    {
      label: <Trans>Recipients</Trans>,
      value: <span className="rab-num">{formatCount(lineage.recipients, locale)}</span>,
    },
    { label: <Trans>Total of the list</Trans>, value: <Full value={lineage.total} asset={asset} /> },
  ];
}

function feeRows({ source, fee, feeSource, rate }: OfFee, { asset, locale }: Shown): KeyValueRow[] {
  const percent = formatRate(rate, locale);
  return [
    {
      label: <Trans>Formula</Trans>,
      value: (
        <Formula
          words={<Trans>fee × rate</Trans>}
          figures={
            <>
              <Full value={fee} asset={asset} /> × {percent}
            </>
          }
          note={<Trans>Rounded down, and never more than the fee’s other shares have left of it.</Trans>}
        />
      ),
    },
    { label: <Trans>Fee for</Trans>, value: <Named name={FEES[feeSource]} /> },
    { label: <Trans>Fee paid by</Trans>, value: <Named name={PAYERS[source]} /> },
  ];
}

function outputRows(lineage: Of<'machine-output'>, { asset, locale }: Shown): KeyValueRow[] {
  const { output, hashrate, totalHashrate, day, receipts, serviceFee, serviceFeeRate } = lineage;
  const [own, all] = [formatCount(hashrate, locale), formatCount(totalHashrate, locale)];
  const rate = formatRate(serviceFeeRate, locale);
  return [
    {
      label: <Trans>Formula</Trans>,
      value: (
        <Formula
          words={<Trans>output × T of the machine ÷ T of all machines</Trans>}
          figures={
            <>
              <Full value={output} asset={asset} /> × {own} T ÷ {all} T
            </>
          }
          note={<Trans>Rounded by the largest remainder, so that all parts sum to the output.</Trans>}
        />
      ),
    },
    {
      label: <Trans>Day (UTC)</Trans>,
      value: <span className="rab-num">{formatDate(day, { locale, timeZone: 'UTC' })}</span>,
    },
    { label: <Trans>Mining receipts</Trans>, value: <Full value={receipts} asset={asset} /> },
    {
      label: <Trans>Service fee</Trans>,
      value: (
        <>
          <Full value={serviceFee} asset={asset} /> · <span className="rab-num">{rate}</span>
        </>
      ),
    },
  ];
}

/** Whole days are grouped; parts of days stand as they are. */
function countText(days: string, locale: Locale): string {
  return /^\d+$/.test(days) ? formatCount(BigInt(days), locale) : plainAmount(days);
}

function dividendRows(lineage: Of<'dividend'>, { asset, locale }: Shown): KeyValueRow[] {
  const { total, custodyDays, totalDays, from, until } = lineage;
  const day = (ms: number) => formatDate(ms, { locale, timeZone: 'UTC' });
  const [own, all] = [countText(custodyDays, locale), countText(totalDays, locale)];
  const [first, last] = [day(from), day(until - 1)];
  return [
    {
      label: <Trans>Formula</Trans>,
      value: (
        <Formula
          words={<Trans>declared sum × own custody days ÷ custody days of all</Trans>}
          figures={
            <>
              <Full value={total} asset={asset} /> × {own} ÷ {all}
            </>
          }
          note={<Trans>Rounded down.</Trans>}
        />
      ),
    },
    {
      label: <Trans>Period (UTC)</Trans>,
      value: (
        <span className="rab-num">
          {first} – {last}
        </span>
      ),
    },
  ];
}

/** The rows of a lineage; none of one that this version does not know. */
export function lineageRows({ lineage, asset }: Income, locale: Locale): KeyValueRow[] {
  const shown = { asset, locale };
  switch (lineage?.source) {
    case undefined:
      return [];
    case 'custody-interest':
      return interestRows(lineage, shown);
    case 'airdrop':
      return airdropRows(lineage, shown);
    case 'promotion-fee':
    case 'management-fee':
    case 'fee-rebate':
      return feeRows(lineage, shown);
    case 'machine-output':
      return outputRows(lineage, shown);
    case 'dividend':
      return dividendRows(lineage, shown);
  }
}

/** Identifiers of the cause, which the person may have to quote to somebody. */
export function useCauses({ lineage }: Income): { label: string; text: string }[] {
  const { t } = useLingui();
  switch (lineage?.source) {
    case 'custody-interest':
      return [{ label: t`Order`, text: lineage.orderId }];
    case 'promotion-fee':
    case 'management-fee':
    case 'fee-rebate':
      return [{ label: t`Journal of the fee`, text: lineage.feeJournalId }];
    case 'machine-output':
      return [
        { label: t`Machine`, text: lineage.machineId },
        { label: t`Mining receipts`, text: lineage.receiptId },
      ];
    case 'dividend':
      return [{ label: t`Declaration`, text: lineage.declarationId }];
    default:
      return [];
  }
}

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Segmented } from '../../../components/Segmented';
import { ChipRadios } from '../FilterChips';
import type { StatementAccount, StatementFilters } from '../statement';
import { ExportSheet } from './ExportSheet';
import styles from './StatementExport.module.css';
import { useStatementTexts } from './useStatementTexts';

type AssetChoice = 'all' | 'USDT' | 'RAB';

export interface StatementExportProps {
  open: boolean;
  onClose: () => void;
  /** The filters of the list: the form begins with their account, asset and dates. */
  filters: StatementFilters;
}

/** A statement as a file: the postings of one account. */
export function StatementExport(props: StatementExportProps) {
  // Begins anew each time with the list's present filters.
  return <Choices key={`${props.open} ${props.filters.account}`} {...props} />;
}

function Choices({ open, onClose, filters }: StatementExportProps) {
  const { t } = useLingui();
  const [account, setAccount] = useState<StatementAccount>(filters.account);
  const [asset, setAsset] = useState<AssetChoice>(filters.asset ?? 'all');
  const texts = useStatementTexts(account);
  // Custody is in one asset only (docs/rules.md §5).
  const only = account === 'custody' || asset === 'all' ? null : asset;
  return (
    <ExportSheet
      open={open}
      onClose={onClose}
      title={t`Export statement`}
      dates={filters}
      requestFor={({ moments, format }) => ({
        request: { account, asset: only, ...moments, format, texts },
        name: ['rab', account, ...(only ? [only.toLowerCase()] : [])].join('-'),
      })}
      above={
        <>
          <Segmented<StatementAccount>
            label={t`Account`}
            value={account}
            onChange={setAccount}
            options={[
              { value: 'cash', label: t`Cash` },
              { value: 'custody', label: t`Custody` },
            ]}
          />
          {account === 'cash' && (
            <div className={styles['chips']}>
              <ChipRadios<AssetChoice>
                label={t`Asset`}
                value={asset}
                onChange={setAsset}
                options={[
                  { value: 'all', label: t`All assets` },
                  { value: 'USDT', label: 'USDT' },
                  { value: 'RAB', label: 'RAB' },
                ]}
              />
            </div>
          )}
        </>
      }
    />
  );
}

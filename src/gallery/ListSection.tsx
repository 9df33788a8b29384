import { useState } from 'react';
import { Amount } from '../components/Amount';
import { ListRow } from '../components/ListRow';
import { NavBar } from '../components/NavBar';
import { VirtualList } from '../components/VirtualList';
import { formatDateTime, formatMonth, monthKey } from '../format/date';
import { useLocale } from '../i18n/useLocale';

const PAGE = 40;
const LAST = 200;
const START_MS = Date.UTC(2026, 10, 21);
const times = Array.from({ length: LAST }, (_, index) => START_MS - index * 86_400_000);

export function ListSection() {
  const locale = useLocale();
  const [count, setCount] = useState(PAGE);
  return (
    <>
      <NavBar title="资金流水" onBack={() => undefined} />
      <div style={{ paddingInline: 'var(--rab-gutter)' }}>
        <VirtualList
          label="资金流水"
          items={times.slice(0, count)}
          keyOf={String}
          rowHeight={60}
          hasMore={count < LAST}
          onEndReached={() => setCount((known) => known + PAGE)}
          onRefresh={() => Promise.resolve()}
          groupOf={(ms) => monthKey(ms)}
          renderGroup={(ms) => ({ label: formatMonth(ms, { locale }), total: '+1,240.00 USDT' })}
          renderRow={(ms) => (
            <ListRow
              title="托管利息"
              subtitle={formatDateTime(ms, { locale })}
              value={<Amount value="36.5" asset="USDT" precision="full" change />}
              href="#list"
            />
          )}
        />
      </div>
    </>
  );
}

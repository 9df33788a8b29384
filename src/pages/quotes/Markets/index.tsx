import { useLingui } from '@lingui/react/macro';
import { productQuotes } from '../../../../contract/calls/quotes';
import { useNavigation, useQuery } from '../../../app/navigation';
import { readAhead } from '../../../bridge/useCall';
import { Card } from '../../../components/Card';
import { EmptyState } from '../../../components/EmptyState';
import { NavBar } from '../../../components/NavBar';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { QuoteRows } from '../QuoteRows';
import { useQuotes } from '../useQuotes';
import styles from './Markets.module.css';
import { Product } from './Product';
import { ToLookAt } from './ToLookAt';

/** Reads ahead the data that the page shows first. */
export function ahead(): Promise<void> {
  return readAhead(productQuotes, {});
}

/** Market quotes; `?id=` names the product whose chart is shown (docs/rules.md §9). */
export default function Markets() {
  const id = useQuery('id');
  return id === undefined ? <List /> : <Product key={id} id={id} />;
}

function List() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { read, quotes } = useQuotes();
  return (
    <>
      <NavBar title={t`Markets`} onBack={back} />
      <div className={styles['page']}>
        <ReadStamp read={read} />
        <ReadArea
          read={read}
          hasData={quotes !== undefined}
          skeleton="rows"
          count={8}
          empty={
            quotes?.length === 0 ? (
              <EmptyState hint={t`Products appear here as soon as there is a source of prices.`} />
            ) : undefined
          }
        >
          <Card padded={false}>
            <QuoteRows quotes={quotes ?? []} />
          </Card>
          <ToLookAt />
        </ReadArea>
      </div>
    </>
  );
}

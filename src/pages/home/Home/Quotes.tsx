import { Trans } from '@lingui/react/macro';
import { hrefTo, paths } from '../../../app/paths';
import { Card } from '../../../components/Card';
import { SectionTitle } from '../../../components/SectionTitle';
import { QuoteRows } from '../../quotes/QuoteRows';
import { QUOTES_BESIDE, useQuotes } from '../../quotes/useQuotes';

/** Market quotes; nothing where there is no source. What failed to load is told by the screen of its own. */
export function Quotes() {
  const { quotes } = useQuotes();
  if (!quotes || quotes.length === 0) return null;
  return (
    <section>
      <SectionTitle
        title={<Trans>Markets</Trans>}
        action={{ label: <Trans>All</Trans>, href: hrefTo(paths.markets) }}
      />
      <Card padded={false}>
        <QuoteRows quotes={quotes.slice(0, QUOTES_BESIDE)} />
      </Card>
    </section>
  );
}

import { Trans } from '@lingui/react/macro';
import { Card } from '../../../components/Card';
import { Percent } from '../../../components/Percent';
import styles from './Appearance.module.css';

/** Shows a rise and a fall in the chosen colours. The figures are examples. */
export function PricePreview() {
  return (
    <Card>
      <dl className={styles['preview']}>
        <div>
          <dt>
            <Trans>A rise, for example</Trans>
          </dt>
          <dd>
            <Percent value="0.0182" arrow chip />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>A fall, for example</Trans>
          </dt>
          <dd>
            <Percent value="-0.0064" arrow chip />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

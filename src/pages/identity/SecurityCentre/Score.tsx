import { Plural, Trans } from '@lingui/react/macro';
import { Card } from '../../../components/Card';
import { Ring } from '../../../components/Ring';
import type { Protection } from './protections';
import styles from './Score.module.css';

/** Shows how many of the account's protections are set up, and which comes next. */
export function Score({ protections }: { protections: readonly Protection[] }) {
  const done = protections.filter(({ isDone }) => isDone).length;
  const left = protections.length - done;
  const next = protections.find(({ isDone }) => !isDone);
  return (
    <Card>
      <div className={styles['score']}>
        <Ring value={done / protections.length} size={64}>
          <span className={`${styles['share']} rab-num`}>
            {done}/{protections.length}
          </span>
        </Ring>
        <div>
          <h2 className={styles['title']}>
            {left === 0 ? (
              <Trans>Everything is in place</Trans>
            ) : (
              <Plural value={left} one="# step left" other="# steps left" />
            )}
          </h2>
          {next && (
            <p className={styles['next']}>
              {next.title} · {next.subtitle}
            </p>
          )}
        </div>
      </div>
    </Card>
  );
}

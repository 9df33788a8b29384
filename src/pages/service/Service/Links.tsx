import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, ExternalLink } from 'lucide-react';
import { communityLinks } from '../../../../contract/calls/help';
import { hostOf } from '../../../article/host';
import { useCall } from '../../../bridge/useCall';
import { Card } from '../../../components/Card';
import { copyText } from '../../../components/copy';
import { IconButton } from '../../../components/IconButton';
import { SectionTitle } from '../../../components/SectionTitle';
import { ReadArea } from '../../read/ReadArea';
import styles from './Service.module.css';

/** Links to the community, each with the site that it leads to; nothing where there are none. */
export function Links() {
  const read = useCall(communityLinks, {});
  const links = read.data?.links;
  if (links?.length === 0) return null;
  return (
    <section className={styles['section']}>
      <SectionTitle title={<Trans>Community</Trans>} />
      <ReadArea read={read} hasData={links !== undefined} skeleton="rows" count={2}>
        <Card padded={false}>
          <ul>
            {links?.map((link) => (
              <li key={link.id} className={styles['link']}>
                <Link {...link} />
              </li>
            ))}
          </ul>
        </Card>
      </ReadArea>
    </section>
  );
}

function Link({ title, text, address }: { title: string; text: string; address: string }) {
  const { t } = useLingui();
  const host = hostOf(address);
  if (host === null) {
    return (
      <span className={styles['way']}>
        <span className={styles['strong']}>{title}</span>
        <span className={styles['note']}>{text}</span>
        <span className={styles['note']}>{address}</span>
      </span>
    );
  }
  return (
    <>
      <a className={styles['way']} href={address} target="_blank" rel="noopener noreferrer">
        <span className={styles['strong']}>{title}</span>
        <span className={styles['note']}>{text}</span>
        <span className={`${styles['note']} ${styles['host']}`}>
          {host}
          <ExternalLink size={12} aria-hidden="true" />
          <span className="rab-sr">{t`opens outside the app`}</span>
        </span>
      </a>
      <IconButton
        label={t`Copy the link: ${title}`}
        icon={<Copy size={20} strokeWidth={1.75} />}
        onClick={() => void copyText(address)}
      />
    </>
  );
}

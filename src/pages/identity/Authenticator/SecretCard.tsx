import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, ExternalLink } from 'lucide-react';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { copyText } from '../../../components/copy';
import { QrCode } from '../../../components/QrCode';
import { groupsOfFour } from '../../../format/address';
import shared from '../parts/identity.module.css';
import styles from './Authenticator.module.css';
import type { Setup } from './useSetup';

/** The offered secret for a camera, for the keyboard, and for an authenticator on this very device. */
export function SecretCard({ setup }: { setup: Setup }) {
  const { t } = useLingui();
  return (
    <Card>
      <QrCode text={setup.uri} label={t`QR code with the key below`} />
      <button type="button" className={styles['key']} onClick={() => void copyText(setup.secret)}>
        <span>
          <span className={shared['note']}>
            <Trans>Key, to type in</Trans>
          </span>
          <br />
          <span className={styles['secret']}>{groupsOfFour(setup.secret).join(' ')}</span>
        </span>
        <Copy size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className="rab-sr">
          <Trans>Copy</Trans>
        </span>
      </button>
      <Button
        variant="soft"
        block
        href={setup.uri}
        icon={<ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" />}
      >
        <Trans>Open in an authenticator on this device</Trans>
      </Button>
    </Card>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Ellipsis, Share, SquarePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { hrefTo, paths } from '../../../app/paths';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { toast } from '../../../components/toast';
import { askToInstall } from '../../../install/prompt';
import type { InstallWay } from '../../../install/useInstall';
import styles from './Install.module.css';

/** What to do on this device. */
export function Way({ way }: { way: InstallWay }) {
  return WAYS[way]();
}

const WAYS: Record<InstallWay, () => ReactNode> = {
  installed: () => <Installed />,
  prompt: () => <Prompt />,
  ios: () => <IosSteps />,
  menu: () => <MenuSteps />,
};

function Installed() {
  return (
    <>
      <p className={styles['lead']}>
        <Trans>Open it from the home screen or the list of apps.</Trans>
      </p>
      <Button variant="soft" href={hrefTo(paths.home)}>
        <Trans>Go to Home</Trans>
      </Button>
    </>
  );
}

function Prompt() {
  const { t } = useLingui();
  const install = async () => {
    const hasAgreed = await askToInstall();
    if (!hasAgreed) toast.show(t`Not installed. You can do it later from the browser's menu`);
  };
  return (
    <Button block onClick={() => void install()}>
      <Trans>Install</Trans>
    </Button>
  );
}

function Steps({ steps }: { steps: { icon: ReactNode; text: ReactNode }[] }) {
  return (
    <Card>
      <ol className={styles['steps']}>
        {steps.map(({ icon, text }, index) => (
          <li key={index}>
            <span className={styles['icon']}>{icon}</span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function IosSteps() {
  return (
    <Steps
      steps={[
        {
          icon: <Share size={20} strokeWidth={1.75} aria-hidden="true" />,
          text: <Trans>Open this page in Safari and tap Share.</Trans>,
        },
        {
          icon: <SquarePlus size={20} strokeWidth={1.75} aria-hidden="true" />,
          text: <Trans>Choose "Add to Home Screen", then "Add".</Trans>,
        },
      ]}
    />
  );
}

function MenuSteps() {
  return (
    <Steps
      steps={[
        {
          icon: <Ellipsis size={20} strokeWidth={1.75} aria-hidden="true" />,
          text: <Trans>Open the browser's menu.</Trans>,
        },
        {
          icon: <SquarePlus size={20} strokeWidth={1.75} aria-hidden="true" />,
          text: (
            <Trans>
              Choose "Install app" or "Add to home screen". A browser without it can open RAB as an ordinary page.
            </Trans>
          ),
        },
      ]}
    />
  );
}

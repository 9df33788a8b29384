import { Trans } from '@lingui/react/macro';
import { AppWindow, Ellipsis, MonitorDown, Share, Smartphone, SquarePlus, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { hrefTo, paths } from '../../../app/paths';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import type { InstallWay } from '../../../install/useInstall';
import { useInstallPrompt } from '../../../install/useInstallPrompt';
import styles from './Install.module.css';
import { AddPicture, HomeScreenPicture, SharePicture } from './IosPictures';

/** Tells the person how to install the app on this device. */
export function Way({ way }: { way: InstallWay }) {
  return WAYS[way]();
}

const WAYS: Record<InstallWay, () => ReactNode> = {
  installed: () => <Installed />,
  prompt: () => <Prompt />,
  ios: () => <IosSteps />,
  mac: () => <MacSteps />,
  desktop: () => <DesktopSteps />,
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
  const install = useInstallPrompt();
  return (
    <Button block onClick={install}>
      <Trans>Install</Trans>
    </Button>
  );
}

function Steps({ steps }: { steps: Step[] }) {
  return (
    <ol className={styles['steps']}>
      {steps.map(({ icon, text, picture }, index) => (
        <li key={index}>
          <Card>
            <p className={styles['step']}>
              <span className={styles['icon']}>{icon}</span>
              <span>{text}</span>
            </p>
            {picture}
          </Card>
        </li>
      ))}
    </ol>
  );
}

interface Step {
  icon: ReactNode;
  text: ReactNode;
  /** Shows the step as the device shows it; the text says all of it. */
  picture?: ReactNode;
}

const icon = (Icon: LucideIcon) => <Icon size={20} strokeWidth={1.75} aria-hidden="true" />;

function IosSteps() {
  return (
    <Steps
      steps={[
        {
          icon: icon(Share),
          text: <Trans>Open this page in Safari and tap Share.</Trans>,
          picture: <SharePicture />,
        },
        {
          icon: icon(SquarePlus),
          text: <Trans>Choose "Add to Home Screen", then "Add".</Trans>,
          picture: <AddPicture />,
        },
        {
          icon: icon(Smartphone),
          text: <Trans>Open RAB from the home screen.</Trans>,
          picture: <HomeScreenPicture />,
        },
      ]}
    />
  );
}

function MacSteps() {
  return (
    <Steps
      steps={[
        { icon: icon(AppWindow), text: <Trans>In Safari's menu bar choose "File", then "Add to Dock".</Trans> },
        { icon: icon(Smartphone), text: <Trans>Open RAB from the Dock.</Trans> },
      ]}
    />
  );
}

function DesktopSteps() {
  return (
    <Steps
      steps={[
        {
          icon: icon(MonitorDown),
          text: (
            <Trans>
              Choose the install icon at the right end of the address bar, or "Install" in the browser's menu.
            </Trans>
          ),
        },
        { icon: icon(AppWindow), text: <Trans>A browser without it can open RAB as an ordinary page.</Trans> },
      ]}
    />
  );
}

function MenuSteps() {
  return (
    <Steps
      steps={[
        { icon: icon(Ellipsis), text: <Trans>Open the browser's menu.</Trans> },
        {
          icon: icon(SquarePlus),
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

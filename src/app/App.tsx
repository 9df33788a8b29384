import { Trans } from '@lingui/react/macro';
import { Router } from 'wouter';
import { logout } from '../bridge/session';
import { Boundary } from '../components/Boundary';
import { Button } from '../components/Button';
import { I18nRoot } from '../i18n/I18nRoot';
import { Fault } from './LazyPage';
import { useHashLocation, useHashSearch } from './navigation';
import { Shell } from './shell/Shell';

/** The whole tree below `#root`. */
export function App({ isLaunch }: { isLaunch: boolean }) {
  return (
    <I18nRoot>
      <Boundary fallback={<Stopped />}>
        <Router hook={useHashLocation} searchHook={useHashSearch}>
          <Shell isLaunch={isLaunch} />
        </Router>
      </Boundary>
    </I18nRoot>
  );
}

/** Nothing of the shell can be shown. Logging out helps where something of the account is the reason. */
function Stopped() {
  const reload = () => location.reload();
  return (
    <main>
      <Fault
        onRetry={reload}
        more={
          <Button variant="plain" size="small" onClick={() => void logout().finally(reload)}>
            <Trans>Log out</Trans>
          </Button>
        }
      />
    </main>
  );
}

import { Router } from 'wouter';
import { I18nRoot } from '../i18n/I18nRoot';
import { useHashLocation, useHashSearch } from './navigation';
import { Shell } from './shell/Shell';

/** The whole tree below `#root`. */
export function App({ isLaunch }: { isLaunch: boolean }) {
  return (
    <I18nRoot>
      <Router hook={useHashLocation} searchHook={useHashSearch}>
        <Shell isLaunch={isLaunch} />
      </Router>
    </I18nRoot>
  );
}

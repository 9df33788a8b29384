import { I18nRoot } from '../i18n/I18nRoot';
import { Shell } from './shell/Shell';

/** The whole tree below `#root`. */
export function App({ isLaunch }: { isLaunch: boolean }) {
  return (
    <I18nRoot>
      <Shell isLaunch={isLaunch} />
    </I18nRoot>
  );
}

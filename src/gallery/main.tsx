import { createRoot } from 'react-dom/client';
import { ToastHost } from '../components/ToastHost';
import { I18nRoot } from '../i18n/I18nRoot';
import { startI18n } from '../i18n/activate';
import { startTheme } from '../theme/theme';
import { Gallery } from './Gallery';

// Development only: served by `vite` at /src/gallery/index.html, no input of the production build.
startTheme();
void startI18n().then(() => {
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <I18nRoot>
      <Gallery />
      <ToastHost />
    </I18nRoot>,
  );
});

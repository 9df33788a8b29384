import { createRoot } from 'react-dom/client';
import { I18nRoot } from '../i18n/I18nRoot';
import { startI18n } from '../i18n/activate';
import { startTheme } from '../theme/theme';
import { Gallery } from './Gallery';

startTheme();
void startI18n().then(() => {
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<I18nRoot><Gallery /></I18nRoot>);
});

import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { qrRows } from '../../../components/qr-rows';
import { LOCALE_INFO } from '../../../i18n/locales';
import { useLocale } from '../../../i18n/useLocale';
import { useTheme } from '../../../theme/theme';
import { invitationLink } from '../invitation';
import { drawPoster } from './poster';

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** The poster of the person, drawn anew when theme, language or nickname change. */
export function usePoster(nickname: string, code: string) {
  const { t } = useLingui();
  const locale = useLocale();
  const { scheme } = useTheme();
  const [image, setImage] = useState<{ url: string; file: File }>();
  const texts = {
    title: t`${nickname} invites you to RAB`,
    hint: t`Scan to register; the code is filled in`,
    codeLabel: t`Invitation code`,
  };
  const key = JSON.stringify({ ...texts, code, scheme, locale });

  useEffect(() => {
    let isWanted = true;
    let url: string | undefined;
    draw(JSON.parse(key) as PosterKey).then(
      (file) => {
        if (!isWanted) return;
        url = URL.createObjectURL(file);
        setImage({ url, file });
      },
      // The screen shows the QR code by itself, and saving says that it failed.
      () => isWanted && setImage(undefined),
    );
    return () => {
      isWanted = false;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [key]);

  return {
    url: image?.url,
    /** The picture that is shown, or drawn anew where none is. */
    picture: async () => image?.file ?? draw(JSON.parse(key) as PosterKey),
  };
}

interface PosterKey {
  title: string;
  hint: string;
  codeLabel: string;
  code: string;
  locale: keyof typeof LOCALE_INFO;
}

async function draw({ title, hint, codeLabel, code, locale }: PosterKey): Promise<File> {
  const image = await drawPoster({
    title,
    hint,
    codeLabel,
    code,
    site: location.host,
    rows: await qrRows(invitationLink(code)),
    colours: {
      ground: token('--rab-night'),
      ink: token('--rab-night-ink'),
      faint: token('--rab-night-ink-2'),
      line: token('--rab-night-line'),
    },
    fontFamily: getComputedStyle(document.body).fontFamily,
    language: LOCALE_INFO[locale].bcp47,
  });
  return new File([image], `RAB-${code}.png`, { type: 'image/png' });
}

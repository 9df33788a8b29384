import { useLingui } from '@lingui/react/macro';
import { Banner } from '../../../components/Banner';
import { CertificateCard } from '../../../components/CertificateCard';
import { useOpenTarget } from '../../../app/useOpenTarget';
import { isKicker } from './kicker';
import type { BannerSlide } from './useHome';
import styles from './BannerSlides.module.css';

/** The operator's banners on the certificate ground. A target without a screen answers "not yet open". */
export function BannerSlides({ slides }: { slides: readonly BannerSlide[] }) {
  const { t } = useLingui();
  const openTarget = useOpenTarget();
  if (slides.length === 0) return null;
  return (
    <Banner
      label={t`Announcements`}
      slides={slides.map((slide) => ({
        id: slide.id,
        content: (
          <CertificateCard>
            <div className={styles['slide']}>
              <div className={styles['text']}>
                {isKicker(slide.text) ? (
                  <>
                    <p className={styles['kicker']}>{slide.text}</p>
                    <h2 className={styles['title']}>{slide.title}</h2>
                  </>
                ) : (
                  <>
                    <h2 className={styles['title']}>{slide.title}</h2>
                    <p className={styles['note']}>{slide.text}</p>
                  </>
                )}
              </div>
              {slide.action !== null && (
                <button type="button" className={styles['action']} onClick={() => openTarget(slide.target)}>
                  {slide.action}
                </button>
              )}
            </div>
          </CertificateCard>
        ),
      }))}
    />
  );
}

import { useState } from 'react';
import { NoticeBar } from '../../../components/NoticeBar';
import { BALANCES_MAX_AGE_MS, useHome } from './useHome';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { Later } from '../../../start';
import { useKeptPicture } from '../../../start/picture';
import { BannerSlides } from './BannerSlides';
import { CustodySummary } from './CustodySummary';
import { Header } from './Header';
import { News } from './News';
import { NoticesSheet } from './NoticesSheet';
import { Quotes } from './Quotes';
import { Actions, AreaGrid } from './Shortcuts';
import { Today } from './Today';
import styles from './Home.module.css';

export { ahead } from './useHome';

/** Home: total assets at a glance, notices, shortcuts, banner, custody, quotes, news (docs/screens.md). */
export default function Home() {
  const { balances, accounts, user, settings, notices, news, unread } = useHome();
  useKeptPicture(balances, BALANCES_MAX_AGE_MS);
  const [showsNotices, setShowsNotices] = useState(false);
  const openNotices = () => {
    unread.markSeen();
    setShowsNotices(true);
  };
  return (
    <>
      <Header
        nickname={user.data?.nickname ?? null}
        avatar={user.data?.avatar ?? null}
        account={accounts.data?.accounts.find((account) => account.isCurrent) ?? null}
        isDemo={settings.data?.isDemo ?? false}
      />
      <div className={styles['page']}>
        <div className={styles['today']}>
          <ReadArea read={balances} hasData={balances.data !== undefined} skeleton="hero">
            {balances.data && (
              <Today
                totalUsdt={balances.data.totalUsdt}
                equity={balances.data.equity}
                stamp={<ReadStamp read={balances} />}
              />
            )}
          </ReadArea>
        </div>
        <Actions />
        <Later>
          {notices.data && notices.data.notices.length > 0 && (
            <NoticeBar notices={notices.data.notices} onOpen={openNotices} />
          )}
          <AreaGrid />
          {settings.data && <BannerSlides slides={settings.data.banners} />}
          {balances.data && <CustodySummary answer={balances.data} />}
          <Quotes />
          <News news={news} onRead={unread.markSeen} />
        </Later>
      </div>
      <NoticesSheet open={showsNotices} onClose={() => setShowsNotices(false)} read={notices} />
    </>
  );
}

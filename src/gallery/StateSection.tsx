import { AsOfStamp } from '../components/AsOfStamp';
import { Button } from '../components/Button';
import { Card } from '../components/Card';
import { copyText } from '../components/copy';
import { EmptyState } from '../components/EmptyState';
import { ErrorState } from '../components/ErrorState';
import { NavBar } from '../components/NavBar';
import { OfflineBanner } from '../components/OfflineBanner';
import { RiskLine } from '../components/RiskLine';
import { Skeleton } from '../components/Skeleton';

const HOUR = 3_600_000;

export function StateSection() {
  const nothing = () => undefined;
  return (
    <>
      <NavBar title="托管记录" onBack={nothing} />
      <OfflineBanner asOfMs={Date.now() - HOUR} onRetry={nothing} />
      <Skeleton shape="rows" count={2} />
      <Skeleton shape="hero" />
      <Skeleton shape="card" />
      <Card padded={false}>
        <EmptyState hint="下单后，托管单会显示在这里" action={{ label: '下托管单', onClick: nothing }} />
      </Card>
      <Card padded={false}>
        <ErrorState reason="连接服务器超时" safe="已为您保留填写的内容" onRetry={nothing} />
      </Card>
      <Card>
        <p style={{ display: 'grid', gap: 8 }}>
          <AsOfStamp state="updating" asOfMs={Date.now() - HOUR} />
          <AsOfStamp state="stale" asOfMs={Date.now() - 30 * HOUR} />
          <AsOfStamp state="failed" asOfMs={Date.now() - HOUR} onRetry={nothing} />
        </p>
      </Card>
      <RiskLine tone="warning">到期前赎回将扣除已计利息。</RiskLine>
      <RiskLine tone="danger">链上转账无法撤回。请逐字核对地址首尾，地址或网络错误将永久损失。</RiskLine>
      <RiskLine tone="info">动账操作需要联网</RiskLine>
      <Button variant="soft" onClick={() => void copyText('RAB001')}>
        复制
      </Button>
    </>
  );
}

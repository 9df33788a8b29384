import { Bell, History, Settings } from 'lucide-react';
import { AddressText } from '../components/AddressText';
import { Amount } from '../components/Amount';
import { AsOfStamp } from '../components/AsOfStamp';
import { AssetMark } from '../components/AssetMark';
import { Banner } from '../components/Banner';
import { BrandMark } from '../components/BrandMark';
import { Card } from '../components/Card';
import { CertificateCard } from '../components/CertificateCard';
import { CodeToCopy } from '../components/CodeToCopy';
import { EyeToggle } from '../components/EyeToggle';
import { IconButton } from '../components/IconButton';
import { KeyValue } from '../components/KeyValue';
import { ListRow } from '../components/ListRow';
import { NoticeBar } from '../components/NoticeBar';
import { PageTitle } from '../components/PageTitle';
import { Percent } from '../components/Percent';
import { ProgressBar } from '../components/ProgressBar';
import { SectionTitle } from '../components/SectionTitle';
import { Sparkline } from '../components/Sparkline';
import { StatusTag } from '../components/StatusTag';

const POINTS = ['1', '1.4', '1.2', '1.9', '2.4', '2.1', '2.8', '2.6', '3.1', '2.9'];

export function DataSection() {
  return (
    <>
      <div style={{ marginInline: 'calc(-1 * var(--rab-gutter))' }}>
        <PageTitle
          title="托管"
          actions={
            <>
              <IconButton label="变更记录" icon={<History size={22} strokeWidth={1.75} />} />
              <IconButton label="消息" icon={<Bell size={22} strokeWidth={1.75} />} badge={120} />
              <IconButton label="设置" icon={<Settings size={22} strokeWidth={1.75} />} />
            </>
          }
        />
      </div>
      <CertificateCard label="托管账户">
        <p style={{ font: 'var(--rab-small)', color: 'var(--rab-night-ink-2)' }}>
          托管账户 · USDT <EyeToggle />
        </p>
        <Amount value="12000.00" asset="USDT" size="hero" />
        <p style={{ font: 'var(--rab-body-strong)' }}>
          +2,673.50 <BrandMark tone="white" size={20} />
        </p>
      </CertificateCard>
      <div>
        <Amount value="28640.52" asset="USDT" size="hero" />
        <p style={{ display: 'flex', flexWrap: 'wrap', gap: 10, alignItems: 'center' }}>
          <Percent value="0.0045" arrow chip /> <Percent value="-0.0064" arrow chip /> <Percent value="0" />
          <Amount value="128.4" asset="USDT" change /> <Amount value="-3.2" asset="USDT" change arrow />
        </p>
        <Sparkline points={POINTS} label="1 → 2.9" tone="up" width={104} height={48} filled /> <BrandMark />
      </div>
      <NoticeBar notices={[{ id: '1', text: 'BEP20 充值已恢复，3 个网络确认后自动到账' }]} onOpen={() => undefined} />
      <Banner
        label="活动"
        slides={['1', '2', '3'].map((id) => ({
          id,
          content: (
            <CertificateCard>
              AI 分红 · 第 4{id} 期<br />
              <a href="#data">待领取 12.40 USDT</a>
            </CertificateCard>
          ),
        }))}
      />
      <SectionTitle title="进行中的托管单" action={{ label: '全部', href: '#data' }} />
      <DataCards />
    </>
  );
}

function DataCards() {
  return (
    <>
      <Card title="现金账户" aside={<AsOfStamp state="stale" asOfMs={Date.now() - 60_000} />} padded={false}>
        <ListRow
          leading={<AssetMark asset="USDT" />}
          title="USDT"
          subtitle="冻结 0.000000"
          value={<Amount value="6310.52" asset="USDT" precision="full" />}
          note="≈ 6,310.52"
        />
        <ListRow
          leading={<AssetMark asset="RAB" />}
          title="RAB"
          subtitle="指导价 0.8264"
          value={<Amount value="12500" asset="RAB" precision="full" />}
          note="≈ 10,330.00"
        />
        <ListRow
          leading={<AssetMark asset="custody" />}
          title="托管账户"
          subtitle="3 笔进行中"
          value={<Amount value="12000" asset="USDT" precision="full" />}
          href="#data"
        />
      </Card>
      <Card>
        <KeyValue
          rows={[
            { label: '收款地址', value: <AddressText address="0x4f3A88d1c02E9A7b41F6d3B077aC1e955B7c60D8" /> },
            { label: '合计扣除', value: '501.500000 USDT', strong: true },
          ]}
        />
        <CodeToCopy label="邀请码" code="RAB8X2K7" copyLabel="复制邀请码" />
        <ProgressBar value={0.767} label="69 / 90 天" />
        <p style={{ display: 'flex', flexWrap: 'wrap', gap: 6, marginTop: 10 }}>
          <StatusTag kind="progress">进行中</StatusTag>
          <StatusTag kind="done">已完成</StatusTag>
          <StatusTag kind="review">待审核</StatusTag>
          <StatusTag kind="failed">失败</StatusTag>
          <StatusTag kind="neutral">已到期</StatusTag>
        </p>
      </Card>
    </>
  );
}

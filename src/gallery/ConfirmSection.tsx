import { useState } from 'react';
import { AddressText } from '../components/AddressText';
import { Button } from '../components/Button';
import { ConfirmSheet, type ConfirmOutcome } from '../money/ConfirmSheet';

/** 111111 is refused, 222222 is locked, everything else is taken. */
async function pretend(password: string): Promise<ConfirmOutcome> {
  await new Promise((resolve) => setTimeout(resolve, 800));
  if (password === '111111') return { ok: false, message: '交易密码错误', triesLeft: 4 };
  if (password === '222222') return { ok: false, message: '交易密码已锁定', lockedUntilMs: Date.now() + 900_000 };
  return {
    ok: true,
    state: { kind: 'review', text: '等待审核' },
    note: '今日 21:00 前到账',
    reference: 'WD-20261121-000042',
    next: { label: '查看记录', onClick: () => undefined },
  };
}

export function ConfirmSection() {
  const [open, setOpen] = useState(true);
  const [expiresAtMs, setExpiresAtMs] = useState<number | null>(null);
  return (
    <>
      <Button onClick={() => setOpen(true)}>提现</Button>
      <Button
        variant="soft"
        onClick={() => {
          setExpiresAtMs(Date.now() + 15_000);
          setOpen(true);
        }}
      >
        兑换
      </Button>
      <ConfirmSheet
        open={open}
        onClose={() => setOpen(false)}
        title="确认提现"
        hero={{ label: '到账金额', amount: '500.000000', asset: 'USDT' }}
        rows={[
          { label: '收款地址', value: <AddressText address="0x4f3A88d1c02E9A7b41F6d3B077aC1e955B7c60D8" /> },
          { label: '网络', value: 'BEP20 · USDT' },
          { label: '手续费 1 + 0.1%', value: '1.500000 USDT' },
          { label: '合计扣除', value: '501.500000 USDT', strong: true },
        ]}
        risk={{ tone: 'danger', text: '链上转账无法撤回。请逐字核对地址首尾，地址或网络错误将永久损失。' }}
        confirmLabel="确认提现"
        onConfirm={pretend}
        onForgot={() => undefined}
        quote={
          expiresAtMs === null
            ? undefined
            : { expiresAtMs, totalMs: 15_000, onRequote: () => setExpiresAtMs(Date.now() + 15_000) }
        }
      />
    </>
  );
}

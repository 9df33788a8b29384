import { ArrowDownToLine } from 'lucide-react';
import { useState } from 'react';
import { AmountField } from '../components/AmountField';
import { Button } from '../components/Button';
import { Card } from '../components/Card';
import { ChoiceList } from '../components/ChoiceList';
import { CodeField } from '../components/CodeField';
import { Field } from '../components/Field';
import { NavBar } from '../components/NavBar';
import { PasswordField } from '../components/PasswordField';
import { Segmented } from '../components/Segmented';
import { Switch } from '../components/Switch';

export function FormSection() {
  const [mode, setMode] = useState<'password' | 'sms'>('password');
  const [language, setLanguage] = useState('zh');
  const [amount, setAmount] = useState('500');
  const [on, setOn] = useState(true);
  const [resendAtMs] = useState(() => Date.now() + 52_000);
  return (
    <>
      <NavBar title="登录" onBack={() => undefined} />
      <Segmented
        label="登录方式"
        value={mode}
        onChange={setMode}
        options={[
          { value: 'password', label: '密码登录' },
          { value: 'sms', label: '短信验证码' },
        ]}
      />
      <Field label="手机号或邮箱" defaultValue="lin.zhiyuan@example.com" autoComplete="username" />
      <PasswordField
        kind="current"
        label="登录密码"
        aside={<a href="#form">忘记密码？</a>}
        defaultValue="12345"
        error="密码至少 6 位"
      />
      <PasswordField kind="new" label="新密码" helper="至少 6 位" optional />
      <Field label="邀请码" disabled defaultValue="RAB001" helper="已由链接填写" />
      <CodeField
        label="邮箱验证码"
        onComplete={() => undefined}
        helper="已发送至 l***@example.com"
        resend={{ availableAtMs: resendAtMs, onResend: () => undefined }}
      />
      <CodeField label="邮箱验证码" onComplete={() => undefined} error="验证码错误" />
      <AmountField
        label="托管金额"
        asset="USDT"
        value={amount}
        onChange={setAmount}
        available="6310.520000"
        helper="最低 100 USDT"
      />
      <AmountField label="托管金额" asset="USDT" value="50" onChange={() => undefined} error="必须大于 100 USDT" />
      <Buttons />
      <Card padded={false}>
        <ChoiceList
          label="语言"
          value={language}
          onChange={setLanguage}
          options={[
            { value: 'zh', label: '简体中文', lang: 'zh-Hans' },
            { value: 'en', label: 'English', lang: 'en', note: '英语' },
          ]}
        />
        <Switch label="红涨绿跌" note="关闭后绿涨红跌" checked={on} onChange={setOn} />
      </Card>
    </>
  );
}

function Buttons() {
  return (
    <>
      <Button block>下托管单</Button>
      <p style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <Button loading>登录中</Button>
        <Button variant="soft" icon={<ArrowDownToLine size={18} />}>
          充值
        </Button>
        <Button variant="plain">提现</Button>
        <Button variant="danger">删除</Button>
        <Button variant="ghost">取消</Button>
        <Button disabled>不可用</Button>
        <Button size="small" variant="soft">
          重试
        </Button>
      </p>
    </>
  );
}

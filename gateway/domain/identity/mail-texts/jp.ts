/** Messages in Japanese. */
import type { CodeMail, MailText, MessageTexts } from './text';

const withCode: CodeMail = (subject, purpose, code, minutes, about = []) => ({
  subject,
  text: `いつもご利用いただきありがとうございます。

${purpose}

    ${code}

${about.map((line) => `${line}\n`).join('')}有効期限は${minutes}分、使用できるのは一度だけです。
このコードは絶対に他人に教えないでください。RABの担当者がお尋ねすることはありません。

お心当たりがない場合は、このメールを無視してください。コードがなければ何も変更されません。

RAB
`,
});

/** Tells that something has happened, and what to do when it was not the owner. */
function notice(subject: string, happened: string): MailText {
  return {
    subject,
    text: `いつもご利用いただきありがとうございます。

${happened}

お心当たりがない場合は、ただちに「パスワードを忘れた方」からログインパスワードを再設定し、カスタマーサポートにご連絡ください。パスワードや認証コードは絶対に他人に教えないでください。

RAB
`,
  };
}

export const jp: MessageTexts = {
  freezeNote: 'お心当たりがない場合や不安な場合は、次のリンクからログインせずにただちにアカウントを凍結できます：',
  mail: {
    registerCode: (code, minutes) =>
      withCode(`RAB新規登録の認証コード：${code}`, 'RABの新規登録に必要な認証コードは次のとおりです。', code, minutes),
    loginCode: (code, minutes) =>
      withCode(
        `RABログインの認証コード：${code}`,
        'RABへのログインに必要な認証コードは次のとおりです。',
        code,
        minutes,
      ),
    forgetCode: (code, minutes) =>
      withCode(
        `RABパスワード再設定の認証コード：${code}`,
        'RABのログインパスワード再設定に必要な認証コードは次のとおりです。',
        code,
        minutes,
      ),
    loginPasswordCode: (code, minutes) =>
      withCode(
        `RABログインパスワード変更の認証コード：${code}`,
        'RABのログインパスワード変更に必要な認証コードは次のとおりです。',
        code,
        minutes,
      ),
    tradePasswordCode: (code, minutes) =>
      withCode(
        `RAB取引パスワード変更の認証コード：${code}`,
        'RABの取引パスワード変更に必要な認証コードは次のとおりです。',
        code,
        minutes,
      ),
    thawCode: (code, minutes) =>
      withCode(
        `RABアカウント凍結解除の認証コード：${code}`,
        'RABアカウントの凍結を解除するための認証コードは次のとおりです。',
        code,
        minutes,
      ),
    withdrawCode: (code, minutes, { amount, target }) =>
      withCode(`RAB出金の認証コード：${code}`, 'RABからの出金に必要な認証コードは次のとおりです。', code, minutes, [
        `出金額：${amount}`,
        `出金先：${target}`,
      ]),
    alreadyRegistered: () => ({
      subject: 'すでにRABのアカウントをお持ちです',
      text: `いつもご利用いただきありがとうございます。

このメールアドレスでRABへの新規登録が試みられました（ご本人の可能性があります）。すでにアカウントをお持ちのため、新しいアカウントは作成されず、認証コードも送信されていません。

パスワードでログインするか、「パスワードを忘れた方」から再設定してください。お心当たりがない場合も、アカウントに変更はありませんので、お手続きは不要です。
パスワードや認証コードは絶対に他人に教えないでください。

RAB
`,
    }),
    passwordChanged: () => ({
      subject: 'RABのログインパスワードが変更されました',
      text: `いつもご利用いただきありがとうございます。

お送りした認証コードにより、RABアカウントのログインパスワードが変更されました。ほかのすべての端末からログアウトされ、保護のためしばらくの間、出金を停止しています。

お心当たりがない場合は、ただちに「パスワードを忘れた方」から再設定し、カスタマーサポートにご連絡ください。パスワードや認証コードは絶対に他人に教えないでください。

RAB
`,
    }),
    tradePasswordChanged: () =>
      notice(
        'RABの取引パスワードが変更されました',
        'RABアカウントの取引パスワードが変更されました。保護のためしばらくの間、出金を停止しています。',
      ),
    authenticatorChanged: () =>
      notice(
        'RABアカウントの認証システムが変更されました',
        'RABアカウントに認証システムが連携されました。保護のためしばらくの間、出金を停止しています。',
      ),
    passwordGuessed: () =>
      notice(
        'RABアカウントで誤ったパスワードが繰り返し入力されています',
        'これまでログインしたことのない端末で、お客様のRABアカウントに誤ったログインパスワードが何度も入力されました。ログインは成功していません。アカウントはロックされませんので、これまでお使いの端末では通常どおりログインでき、ほかの端末では「パスワードを忘れた方」をご利用いただけます。',
      ),
    authenticatorLocked: () =>
      notice(
        'RABアカウントの認証システムが一時的にロックされました',
        'RABアカウントで誤った認証システムのコードが何度も入力されました。入力した人は、お客様のログインパスワードを知っているか、お客様の端末を使用しています。コードはしばらくの間受け付けられず、ロックの時間は回を重ねるごとに長くなります。',
      ),
    methodAdded: () =>
      notice(
        'RABアカウントに出金方法が追加されました',
        'RABアカウントに出金方法が追加されました。待機期間の後にご利用いただけます。',
      ),
    tradePasswordSet: () =>
      notice(
        'RABアカウントに取引パスワードが設定されました',
        'RABアカウントに初めて取引パスワードが設定されました。保護のためしばらくの間、出金を停止しています。',
      ),
    accountFrozen: () =>
      notice(
        'RABアカウントが凍結されました',
        'RABアカウントが凍結されました。出金、取引、交換、振替、カストディ、出金方法やパスワードの変更は停止され、他の端末はログアウトされました。解除するにはログインしてセキュリティセンターを開き、本人確認を行ってください。解除までには待機時間があります。',
      ),
    thawBegun: () =>
      notice(
        'RABアカウントの凍結がまもなく解除されます',
        '凍結中のRABアカウントについて、解除の申請がありました。待機時間の後に解除されます。残り時間はセキュリティセンターで確認できます。それまでは凍結されたままです。',
      ),
    thawTakenBack: () =>
      notice(
        'RABアカウントの凍結解除が取り消されました',
        'RABアカウントの凍結解除が取り消されました。アカウントは凍結されたままです。',
      ),
    accountThawed: () =>
      notice(
        'RABアカウントの凍結が解除されました',
        'RABアカウントの凍結が解除され、すべての機能をご利用いただけます。',
      ),
  },
  sms: {
    registerCode: (code, minutes) =>
      `【RAB】新規登録の認証コード ${code}（有効期限${minutes}分）。絶対に他人に教えないでください。`,
    loginCode: (code, minutes) =>
      `【RAB】ログインの認証コード ${code}（有効期限${minutes}分）。絶対に他人に教えないでください。`,
    forgetCode: (code, minutes) =>
      `【RAB】パスワード再設定の認証コード ${code}（有効期限${minutes}分）。絶対に他人に教えないでください。`,
    loginPasswordCode: (code, minutes) =>
      `【RAB】ログインパスワード変更の認証コード ${code}（有効期限${minutes}分）。絶対に他人に教えないでください。`,
    tradePasswordCode: (code, minutes) =>
      `【RAB】取引パスワード変更の認証コード ${code}（有効期限${minutes}分）。絶対に他人に教えないでください。`,
    thawCode: (code, minutes) =>
      `【RAB】アカウント凍結解除の認証コード ${code}（有効期限${minutes}分）。誰にも教えないでください。`,
    withdrawCode: (code, minutes, { amount, target }) =>
      `【RAB】出金の認証コード ${code}（${amount}、出金先 ${target}、有効期限${minutes}分）。絶対に他人に教えないでください。`,
    alreadyRegistered: () =>
      '【RAB】この番号で新規登録が試みられました。すでにアカウントをお持ちです。ログインするか「パスワードを忘れた方」をご利用ください。認証コードは他人に教えないでください。',
    passwordChanged: () =>
      '【RAB】ログインパスワードが変更され、ほかのすべての端末からログアウトされました。お心当たりがない場合は、ただちに再設定し、カスタマーサポートにご連絡ください。',
    tradePasswordChanged: () =>
      '【RAB】取引パスワードが変更されました。お心当たりがない場合は、ただちにログインパスワードを再設定し、カスタマーサポートにご連絡ください。',
    authenticatorChanged: () =>
      '【RAB】アカウントに認証システムが連携されました。お心当たりがない場合は、ただちにログインパスワードを再設定し、カスタマーサポートにご連絡ください。',
    passwordGuessed: () =>
      '【RAB】アカウントに誤ったログインパスワードが何度も入力されました。ログインは成功していません。お心当たりがない場合は、「パスワードを忘れた方」からログインパスワードを再設定してください。',
    authenticatorLocked: () =>
      '【RAB】アカウントで誤った認証システムのコードが何度も入力されたため、コードを一時的に停止しています。お心当たりがない場合は、ただちにログインパスワードを再設定し、カスタマーサポートにご連絡ください。',
    methodAdded: () =>
      '【RAB】アカウントに出金方法が追加されました。お心当たりがない場合は、ただちにログインパスワードを再設定し、カスタマーサポートにご連絡ください。',
    tradePasswordSet: () =>
      '【RAB】アカウントに取引パスワードが設定されました。お心当たりがない場合は、ただちにログインパスワードを再設定し、カスタマーサポートにご連絡ください。',
    accountFrozen: () =>
      '【RAB】アカウントが凍結されました。解除するには、ログインしてセキュリティセンターを開いてください。',
    thawBegun: () =>
      '【RAB】凍結中のアカウントの解除が申請されました。待機時間の後に解除されます。お心当たりがない場合は、ただちに再度凍結してください。',
    thawTakenBack: () => '【RAB】アカウントの凍結解除が取り消されました。凍結されたままです。',
    accountThawed: () =>
      '【RAB】アカウントの凍結が解除されました。お心当たりがない場合は、ただちに再度凍結してください。',
  },
};

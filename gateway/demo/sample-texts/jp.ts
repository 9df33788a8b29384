/** The sample contents in Japanese. */
import type { SampleTexts } from './texts';

export const jp: SampleTexts = {
  'notice-demo': {
    title: '',
    text: '【サンプル】このサーバーはデモデータで動作しています。残高も収益プールもテスト用の資金で、実際の資産ではありません。',
  },
  'notice-undo': {
    title: '',
    text: '【サンプル】カストディ注文は24時間以内なら無料で取り消せます。その後の中途解約には、解約分に応じた手数料がかかります。',
  },
  'banner-custody': { title: '利息は毎日入金', text: 'サンプル · プラン', action: '見る' },
  'banner-assets': { title: 'すべての変動を記録', text: 'サンプル · 資産', action: '見る' },
  'banner-trade': { title: '個人間取引はエスクローで安心', text: 'サンプル · 取引' },
  'bulletin-capacity': {
    title: 'サンプル：空き枠とは',
    text: 'カストディ注文の際、全期間の利息を収益プールに確保します。確保できない場合、プランに「満枠」と表示されます。',
  },
  'news-redeem': {
    title: 'サンプル：中途解約の費用',
    text: '24時間を過ぎると、解約分に手数料がかかります。入金済みの利息が差し引かれることはなく、未払いの利息は収益プールに戻ります。',
  },
  'news-reference': {
    title: 'サンプル：RABの参考価格',
    text: '個人間取引で価格が形成されるまで、RABは運営会社の参考価格でUSDTに換算し、「参考」と表示します。',
  },
};

import { usdtTradeImage } from '../../../../contract/calls/otc-usdt-trades';
import { useCall } from '../../../bridge/useCall';
import { LargePicture, Picture } from '../../identity/images/Picture';

interface TradeImageProps {
  tradeId: string;
  id: string;
  label: string;
}

/** A picture of a trade's payment, chat or dispute, as its two parties see it. */
export function TradeImage({ tradeId, id, label }: TradeImageProps) {
  const { data } = useCall(usdtTradeImage, { tradeId, id, size: 'small' });
  return (
    <Picture label={label} small={data?.webp}>
      <Large tradeId={tradeId} id={id} label={label} />
    </Picture>
  );
}

function Large({ tradeId, id, label }: TradeImageProps) {
  return <LargePicture read={useCall(usdtTradeImage, { tradeId, id, size: 'large' })} label={label} />;
}

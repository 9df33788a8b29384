import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { withdrawalMethods } from '../../../../contract/calls/identity';
import type { Output } from '../../../bridge/types';
import { Button } from '../../../components/Button';
import { FieldMessage } from '../../../components/FieldMessage';
import styles from './Cards.module.css';

export type Method = Output<typeof withdrawalMethods>['methods'][number];

/** An offer names this many at most. */
export const MAX_CARDS = 3;

/** Bank cards among the methods on file: only they can be paid to in fiat. */
export function cardsOf(methods: readonly Method[]): Method[] {
  return methods.filter(({ network }) => network === null);
}

interface CardPickerProps {
  cards: readonly Method[];
  chosen: readonly string[];
  onChange: (methodIds: string[]) => void;
  /** The way to a card that is not on file yet. */
  onAdd: () => void;
  error?: string | undefined;
}

/** Asks which bank cards the buyer may pay to, one to three. */
export function CardPicker({ cards, chosen, onChange, onAdd, error }: CardPickerProps) {
  const { t } = useLingui();
  const id = useId();
  const toggle = (methodId: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, methodId] : chosen.filter((one) => one !== methodId));
  return (
    <fieldset className={styles['cards']} aria-describedby={id}>
      <legend className={styles['legend']}>{t`Cards to be paid to, 1 to ${MAX_CARDS}`}</legend>
      {cards.map((card) => {
        const isChosen = chosen.includes(card.id);
        return (
          <label
            key={card.id}
            className={styles['card']}
            aria-label={`${card.bankName ?? ''} •••• ${card.cardLast4 ?? ''}`}
          >
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && chosen.length >= MAX_CARDS}
              onChange={(event) => toggle(card.id, event.target.checked)}
            />
            <span>
              <span className={styles['bank']}>{card.bankName}</span>
              <span className={styles['number']}>
                •••• {card.cardLast4} · {card.holderName}
              </span>
            </span>
          </label>
        );
      })}
      <FieldMessage
        id={id}
        error={error}
        helper={cards.length === 0 ? t`Buyers pay to a bank card of yours; none is on file yet.` : undefined}
      />
      <span>
        <Button
          variant={cards.length === 0 ? 'soft' : 'ghost'}
          size="small"
          icon={<Plus size={16} strokeWidth={2} aria-hidden="true" />}
          onClick={onAdd}
        >
          <Trans>Add a bank card</Trans>
        </Button>
      </span>
    </fieldset>
  );
}

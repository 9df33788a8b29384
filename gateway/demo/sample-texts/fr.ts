/** The sample contents in French. */
import type { SampleTexts } from './texts';

export const fr: SampleTexts = {
  'notice-demo': {
    title: '',
    text: '[Exemple] Ce serveur fonctionne avec des données de démo : les soldes et le pool de rendement sont fictifs, ce ne sont pas de vrais avoirs.',
  },
  'notice-undo': {
    title: '',
    text: '[Exemple] Un ordre de conservation s’annule sans frais pendant 24 heures ; ensuite, un rachat anticipé entraîne des frais sur la part rachetée.',
  },
  'banner-custody': {
    title: 'Intérêts crédités chaque jour',
    text: 'Exemple · Nos formules',
    action: 'Voir',
  },
  'banner-assets': { title: 'Chaque mouvement est enregistré', text: 'Exemple · Vos avoirs', action: 'Voir' },
  'banner-trade': { title: 'Échangez de gré à gré, sous séquestre', text: 'Exemple · Trading' },
  'bulletin-capacity': {
    title: 'Exemple : la capacité disponible',
    text: 'Chaque ordre de conservation réserve dans le pool de rendement les intérêts de toute sa durée. Si le pool ne suffit pas, la formule affiche « capacité épuisée ».',
  },
  'news-redeem': {
    title: 'Exemple : le coût d’un rachat anticipé',
    text: 'Après 24 heures, des frais sont prélevés sur la part rachetée. Les intérêts crédités vous restent acquis ; ceux non encore versés retournent au pool.',
  },
  'news-reference': {
    title: 'Exemple : le cours de référence du RAB',
    text: 'Tant que le marché de gré à gré n’a pas formé de cours, le RAB est évalué en USDT au cours de référence de l’opérateur, indiqué comme tel.',
  },
};

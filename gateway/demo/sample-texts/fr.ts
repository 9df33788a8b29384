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
    body: [
      '## D’où vient ce chiffre',
      'Le pool de rendement est alimenté par l’opérateur. Chaque ordre y prélève aussitôt les **intérêts de toute sa durée** : ce qui est promis s’y trouve.',
      '- La capacité disponible est affichée avec chaque formule.\n- Une formule épuisée rouvre quand le pool est alimenté.',
      '[Ouvrir la conservation](/pages/index/index2)',
    ].join('\n\n'),
  },
  'news-redeem': {
    title: 'Exemple : le coût d’un rachat anticipé',
    text: 'Après 24 heures, des frais sont prélevés sur la part rachetée. Les intérêts crédités vous restent acquis ; ceux non encore versés retournent au pool.',
    body: [
      '## Deux moments, deux règles',
      '| Quand | Ce que cela coûte |\n| --- | --- |\n| Dans les 24 heures | Rien : l’ordre est annulé |\n| Ensuite | Des frais sur la part rachetée |',
      'La confirmation affiche les frais **avant** votre accord.',
      '[Mes ordres de conservation](/pages/blance_record/blance_record1)',
    ].join('\n\n'),
  },
  'news-reference': {
    title: 'Exemple : le cours de référence du RAB',
    text: 'Tant que le marché de gré à gré n’a pas formé de cours, le RAB est évalué en USDT au cours de référence de l’opérateur, indiqué comme tel.',
  },
  'question-deposit': {
    title: 'Exemple : quand mon dépôt est-il crédité ?',
    text: '',
    body: [
      'Après **3 confirmations** du réseau. D’ici là, le dépôt figure dans la liste avec ses confirmations.',
      '- N’envoyez que des USDT, et uniquement par le réseau indiqué.\n- Les montants inférieurs à 1 USDT ne sont pas crédités.',
      '[Mes dépôts](/pages/withdraw_record/withdraw_record1)',
    ].join('\n\n'),
  },
  'question-withdrawal': {
    title: 'Exemple : pourquoi ne puis-je pas retirer maintenant ?',
    text: '',
    body: [
      'Après un changement de mot de passe, d’authentificateur, d’e-mail ou de téléphone, les retraits restent fermés pendant **24 heures**. L’écran affiche le compte à rebours.',
      'Un retrait exige aussi une identité vérifiée et un authentificateur associé.',
    ].join('\n\n'),
  },
  'question-redeem': {
    title: 'Exemple : que coûte un rachat anticipé ?',
    text: '',
    body: 'Dans les 24 heures, un ordre s’annule sans frais. Ensuite, des frais sont prélevés sur la part rachetée ; la confirmation les affiche avant votre accord.',
  },
  'question-password': {
    title: 'Exemple : RAB demande-t-il un jour mon mot de passe ?',
    text: '',
    body: [
      '**Non.** Personne chez RAB ne demande de mot de passe, de code ni de code de récupération, que ce soit par messagerie, e-mail ou téléphone. Quiconque le fait est un escroc.',
      '[Sécurité](/pages/setting/setting4)',
    ].join('\n\n'),
  },
  'question-payment': {
    title: 'Exemple : l’acheteur dit avoir payé. Quand confirmer ?',
    text: '',
    body: 'Seulement quand l’argent est **sur votre propre compte**. L’image d’un paiement n’est pas un paiement. S’il n’arrive pas, ouvrez un litige.',
  },
  'link-community': { title: 'Communauté', text: 'Exemple · le lieu d’échange des utilisateurs' },
};

/** Messages in French. */
import type { CodeMail, MailText, MessageTexts } from './text';

const withCode: CodeMail = (subject, purpose, code, minutes, about = []) => ({
  subject,
  text: `Bonjour,

${purpose}

    ${code}

${about.map((line) => `${line}\n`).join('')}Il est valable ${minutes} minutes et ne peut servir qu’une fois.
Ne communiquez jamais ce code à personne. L’équipe RAB ne vous le demandera jamais.

Si vous ne l’avez pas demandé, ignorez ce message : sans le code, rien ne se passe.

RAB
`,
});

/** Tells that something has happened, and what to do when it was not the owner. */
function notice(subject: string, happened: string): MailText {
  return {
    subject,
    text: `Bonjour,

${happened}

Si ce n’était pas vous, définissez immédiatement un nouveau mot de passe de connexion avec « Mot de passe oublié » et contactez le service client. Ne communiquez jamais vos mots de passe ni vos codes à personne.

RAB
`,
  };
}

export const fr: MessageTexts = {
  freezeNote: 'Ce n’était pas vous, ou vous avez un doute ? Ce lien gèle immédiatement votre compte, sans connexion :',
  mail: {
    registerCode: (code, minutes) =>
      withCode(`Votre code d’inscription RAB : ${code}`, 'Votre code pour vous inscrire sur RAB est', code, minutes),
    loginCode: (code, minutes) =>
      withCode(`Votre code de connexion RAB : ${code}`, 'Votre code pour vous connecter à RAB est', code, minutes),
    forgetCode: (code, minutes) =>
      withCode(
        `Votre code de réinitialisation RAB : ${code}`,
        'Votre code pour définir un nouveau mot de passe de connexion RAB est',
        code,
        minutes,
      ),
    loginPasswordCode: (code, minutes) =>
      withCode(
        `Votre code RAB pour un nouveau mot de passe de connexion : ${code}`,
        'Votre code pour modifier votre mot de passe de connexion RAB est',
        code,
        minutes,
      ),
    tradePasswordCode: (code, minutes) =>
      withCode(
        `Votre code RAB pour un nouveau mot de passe de transaction : ${code}`,
        'Votre code pour modifier votre mot de passe de transaction RAB est',
        code,
        minutes,
      ),
    thawCode: (code, minutes) =>
      withCode(
        `Votre code RAB pour débloquer le compte : ${code}`,
        'Votre code pour débloquer votre compte RAB gelé est',
        code,
        minutes,
      ),
    withdrawCode: (code, minutes, { amount, target }) =>
      withCode(`Votre code de retrait RAB : ${code}`, 'Votre code pour ce retrait depuis RAB est', code, minutes, [
        `Montant : ${amount}`,
        `Destination : ${target}`,
      ]),
    alreadyRegistered: () => ({
      subject: 'Vous avez déjà un compte RAB',
      text: `Bonjour,

Quelqu’un, sans doute vous, a essayé de s’inscrire sur RAB avec cette adresse. Vous avez déjà un compte : aucun nouveau compte n’a été créé et aucun code n’a été envoyé.

Connectez-vous avec votre mot de passe, ou choisissez « Mot de passe oublié » pour en définir un nouveau. Si ce n’était pas vous, il n’y a rien à faire : votre compte est inchangé.
Ne communiquez jamais vos mots de passe ni vos codes à personne.

RAB
`,
    }),
    deviceNew: () =>
      notice(
        'Un nouvel appareil s’est connecté à votre compte RAB',
        'Un appareil inconnu jusqu’ici vient de se connecter à votre compte RAB. « Sécurité » affiche tous les appareils et permet de déconnecter chacun d’eux.',
      ),
    passwordChanged: () => ({
      subject: 'Votre mot de passe de connexion RAB a été modifié',
      text: `Bonjour,

Le mot de passe de connexion de votre compte RAB vient d’être modifié au moyen d’un code qui vous a été envoyé. Tous les autres appareils ont été déconnectés et, pour votre protection, les retraits restent fermés quelque temps.

Si ce n’était pas vous, définissez immédiatement un nouveau mot de passe avec « Mot de passe oublié » et contactez le service client. Ne communiquez jamais vos mots de passe ni vos codes à personne.

RAB
`,
    }),
    tradePasswordChanged: () =>
      notice(
        'Votre mot de passe de transaction RAB a été modifié',
        'Le mot de passe de transaction de votre compte RAB vient d’être modifié. Pour votre protection, les retraits restent fermés quelque temps.',
      ),
    authenticatorChanged: () =>
      notice(
        'L’application d’authentification de votre compte RAB a changé',
        'Une application d’authentification vient d’être associée à votre compte RAB. Pour votre protection, les retraits restent fermés quelque temps.',
      ),
    passwordGuessed: () =>
      notice(
        'Des mots de passe erronés ont été essayés sur votre compte RAB',
        'Un mot de passe de connexion erroné a été saisi de nombreuses fois pour votre compte RAB, sur des appareils qui ne s’y sont jamais connectés. Personne n’a pu entrer. Votre compte vous reste ouvert : les appareils que vous avez déjà utilisés se connectent comme d’habitude et, sur tout autre, « Mot de passe oublié » fonctionne.',
      ),
    authenticatorLocked: () =>
      notice(
        'L’application d’authentification de votre compte RAB est bloquée pour un moment',
        'Des codes d’authentification erronés ont été saisis plusieurs fois pour votre compte RAB, par une personne qui connaît votre mot de passe de connexion ou utilise l’un de vos appareils. Les codes sont refusés pendant un moment, plus longtemps à chaque fois.',
      ),
    authenticatorResetBegun: () =>
      notice(
        'L’application d’authentification de votre compte RAB va être retirée',
        'L’application d’authentification de votre compte RAB a été déclarée perdue, et l’identité a été vérifiée. Elle sera retirée dans 72 heures ; le mot de passe suffira alors pour se connecter. Si vous n’avez rien déclaré, connectez-vous et choisissez « Garder mon authentificateur » sous « Sécurité » : cela annule le retrait.',
      ),
    authenticatorRemoved: () =>
      notice(
        'L’application d’authentification de votre compte RAB a été retirée',
        'L’application d’authentification de votre compte RAB, déclarée perdue, a été retirée ; ses codes de récupération ne sont plus valables. Connectez-vous et associez-en une nouvelle. Les retraits restent fermés pendant un moment pour votre protection.',
      ),
    methodAdded: () =>
      notice(
        'Un moyen de retrait a été ajouté à votre compte RAB',
        'Un moyen de retrait vient d’être ajouté à votre compte RAB. Il sera utilisable après un délai d’attente.',
      ),
    tradePasswordSet: () =>
      notice(
        'Un mot de passe de transaction a été défini pour votre compte RAB',
        'Le premier mot de passe de transaction de votre compte RAB vient d’être défini. Pour votre protection, les retraits restent fermés quelque temps.',
      ),
    accountFrozen: () =>
      notice(
        'Votre compte RAB est gelé',
        'Votre compte RAB vient d’être gelé. Les retraits, le trading, l’échange, les transferts, la conservation et les changements de moyens de retrait et de mots de passe sont fermés, et les autres appareils ont été déconnectés. Pour le débloquer, connectez-vous et ouvrez « Sécurité » : il faut une preuve d’identité et un délai d’attente.',
      ),
    thawBegun: () =>
      notice(
        'Votre compte RAB va être débloqué',
        'Le déblocage de votre compte RAB gelé vient d’être demandé. Le compte sera débloqué après un délai, affiché dans « Sécurité ». D’ici là, il reste gelé.',
      ),
    thawTakenBack: () =>
      notice(
        'Le déblocage de votre compte RAB a été annulé',
        'Le déblocage de votre compte RAB a été annulé. Le compte reste gelé.',
      ),
    accountThawed: () =>
      notice('Votre compte RAB est débloqué', 'Votre compte RAB est débloqué : tout fonctionne de nouveau.'),
  },
  sms: {
    registerCode: (code, minutes) =>
      `[RAB] Code d’inscription ${code}, valable ${minutes} minutes. Ne le communiquez jamais à personne.`,
    loginCode: (code, minutes) =>
      `[RAB] Code de connexion ${code}, valable ${minutes} minutes. Ne le communiquez jamais à personne.`,
    forgetCode: (code, minutes) =>
      `[RAB] Code de réinitialisation ${code}, valable ${minutes} minutes. Ne le communiquez jamais à personne.`,
    loginPasswordCode: (code, minutes) =>
      `[RAB] Code ${code} pour modifier votre mot de passe de connexion, valable ${minutes} minutes. Ne le communiquez jamais à personne.`,
    tradePasswordCode: (code, minutes) =>
      `[RAB] Code ${code} pour modifier votre mot de passe de transaction, valable ${minutes} minutes. Ne le communiquez jamais à personne.`,
    thawCode: (code, minutes) =>
      `[RAB] Code ${code} pour débloquer votre compte gelé, valable ${minutes} minutes. Ne le communiquez à personne.`,
    withdrawCode: (code, minutes, { amount, target }) =>
      `[RAB] Code ${code} pour le retrait de ${amount} vers ${target}, valable ${minutes} minutes. Ne le communiquez jamais à personne.`,
    alreadyRegistered: () =>
      '[RAB] Quelqu’un a essayé de s’inscrire avec ce numéro. Vous avez déjà un compte : connectez-vous ou choisissez « Mot de passe oublié ». Ne communiquez jamais vos codes.',
    deviceNew: () =>
      '[RAB] Un nouvel appareil s’est connecté à votre compte. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe de connexion et contactez le service client.',
    passwordChanged: () =>
      '[RAB] Votre mot de passe de connexion a été modifié et tous les autres appareils ont été déconnectés. Si ce n’était pas vous, réinitialisez-le immédiatement et contactez le service client.',
    tradePasswordChanged: () =>
      '[RAB] Votre mot de passe de transaction a été modifié. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe de connexion et contactez le service client.',
    authenticatorChanged: () =>
      '[RAB] Une application d’authentification a été associée à votre compte. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe de connexion et contactez le service client.',
    passwordGuessed: () =>
      '[RAB] Un mot de passe de connexion erroné a été saisi de nombreuses fois pour votre compte. Personne n’a pu entrer. Si ce n’était pas vous, définissez un nouveau mot de passe avec « Mot de passe oublié ».',
    authenticatorLocked: () =>
      '[RAB] Des codes d’authentification erronés ont été saisis plusieurs fois pour votre compte ; les codes sont refusés pendant un moment. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe de connexion et contactez le service client.',
    authenticatorResetBegun: () =>
      '[RAB] L’application d’authentification de votre compte a été déclarée perdue et sera retirée dans 72 heures. Si ce n’était pas vous, connectez-vous immédiatement, choisissez « Garder mon authentificateur » sous « Sécurité » et contactez le service client.',
    authenticatorRemoved: () =>
      '[RAB] L’application d’authentification de votre compte a été retirée ; les retraits restent fermés pendant un moment. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe de connexion et contactez le service client.',
    methodAdded: () =>
      '[RAB] Un moyen de retrait a été ajouté à votre compte. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe de connexion et contactez le service client.',
    tradePasswordSet: () =>
      '[RAB] Un mot de passe de transaction a été défini pour votre compte. Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe de connexion et contactez le service client.',
    accountFrozen: () => '[RAB] Votre compte est gelé. Pour le débloquer, connectez-vous et ouvrez « Sécurité ».',
    thawBegun: () =>
      '[RAB] Le déblocage de votre compte gelé a été demandé. Il aura lieu après un délai. Si ce n’était pas vous, gelez-le de nouveau immédiatement.',
    thawTakenBack: () => '[RAB] Le déblocage de votre compte a été annulé. Il reste gelé.',
    accountThawed: () => '[RAB] Votre compte est débloqué. Si ce n’était pas vous, gelez-le de nouveau immédiatement.',
  },
};

/** Messages in German. */
import type { CodeMail, MailText, MessageTexts } from './text';

const withCode: CodeMail = (subject, purpose, code, minutes, about = []) => ({
  subject,
  text: `Guten Tag,

${purpose}

    ${code}

${about.map((line) => `${line}\n`).join('')}Er ist ${minutes} Minuten gültig und kann einmal verwendet werden.
Geben Sie diesen Code niemals weiter. Mitarbeiter von RAB werden Sie nie danach fragen.

Wenn Sie ihn nicht angefordert haben, können Sie diese Nachricht ignorieren: Ohne den Code geschieht nichts.

RAB
`,
});

/** Tells that something has happened, and what to do when it was not the owner. */
function notice(subject: string, happened: string): MailText {
  return {
    subject,
    text: `Guten Tag,

${happened}

Wenn Sie es nicht waren, setzen Sie sofort über „Passwort vergessen“ ein neues Anmeldepasswort und wenden Sie sich an den Kundendienst. Geben Sie Passwörter und Codes niemals weiter.

RAB
`,
  };
}

export const de: MessageTexts = {
  freezeNote: 'Das waren nicht Sie, oder Sie haben Zweifel? Dieser Link friert Ihr Konto sofort ein, ohne Anmeldung:',
  mail: {
    registerCode: (code, minutes) =>
      withCode(`Ihr RAB-Registrierungscode: ${code}`, 'Ihr Code für die Registrierung bei RAB lautet', code, minutes),
    loginCode: (code, minutes) =>
      withCode(`Ihr RAB-Anmeldecode: ${code}`, 'Ihr Code für die Anmeldung bei RAB lautet', code, minutes),
    forgetCode: (code, minutes) =>
      withCode(
        `Ihr RAB-Code zum Zurücksetzen des Passworts: ${code}`,
        'Ihr Code, um ein neues RAB-Anmeldepasswort zu setzen, lautet',
        code,
        minutes,
      ),
    loginPasswordCode: (code, minutes) =>
      withCode(
        `Ihr RAB-Code für ein neues Anmeldepasswort: ${code}`,
        'Ihr Code, um Ihr RAB-Anmeldepasswort zu ändern, lautet',
        code,
        minutes,
      ),
    tradePasswordCode: (code, minutes) =>
      withCode(
        `Ihr RAB-Code für ein neues Handelspasswort: ${code}`,
        'Ihr Code, um Ihr RAB-Handelspasswort zu ändern, lautet',
        code,
        minutes,
      ),
    thawCode: (code, minutes) =>
      withCode(
        `Ihr RAB-Code zum Freigeben des Kontos: ${code}`,
        'Ihr Code, um Ihr eingefrorenes RAB-Konto freizugeben, lautet',
        code,
        minutes,
      ),
    withdrawCode: (code, minutes, { amount, target }) =>
      withCode(
        `Ihr RAB-Code für eine Auszahlung: ${code}`,
        'Ihr Code für diese Auszahlung von RAB lautet',
        code,
        minutes,
        [`Betrag: ${amount}`, `Empfänger: ${target}`],
      ),
    alreadyRegistered: () => ({
      subject: 'Sie haben bereits ein RAB-Konto',
      text: `Guten Tag,

Jemand, vermutlich Sie selbst, wollte sich mit dieser Adresse bei RAB registrieren. Sie haben bereits ein Konto; daher wurde kein neues angelegt und kein Code gesendet.

Melden Sie sich mit Ihrem Passwort an oder setzen Sie über „Passwort vergessen“ ein neues. Wenn Sie es nicht waren, müssen Sie nichts tun: Ihr Konto ist unverändert.
Geben Sie Passwörter und Codes niemals weiter.

RAB
`,
    }),
    deviceNew: () =>
      notice(
        'Ein neues Gerät hat sich bei Ihrem RAB-Konto angemeldet',
        'Ein bisher unbekanntes Gerät hat sich soeben bei Ihrem RAB-Konto angemeldet. Unter „Sicherheit“ sehen Sie alle Geräte und können jedes davon abmelden.',
      ),
    passwordChanged: () => ({
      subject: 'Ihr RAB-Anmeldepasswort wurde geändert',
      text: `Guten Tag,

Das Anmeldepasswort Ihres RAB-Kontos wurde soeben mit einem an Sie gesendeten Code geändert. Alle anderen Geräte wurden abgemeldet, und Auszahlungen bleiben zu Ihrem Schutz eine Zeit lang gesperrt.

Wenn Sie es nicht waren, setzen Sie sofort über „Passwort vergessen“ ein neues Passwort und wenden Sie sich an den Kundendienst. Geben Sie Passwörter und Codes niemals weiter.

RAB
`,
    }),
    tradePasswordChanged: () =>
      notice(
        'Ihr RAB-Handelspasswort wurde geändert',
        'Das Handelspasswort Ihres RAB-Kontos wurde soeben geändert. Auszahlungen bleiben zu Ihrem Schutz eine Zeit lang gesperrt.',
      ),
    authenticatorChanged: () =>
      notice(
        'Der Authenticator Ihres RAB-Kontos wurde geändert',
        'Mit Ihrem RAB-Konto wurde soeben ein Authenticator verknüpft. Auszahlungen bleiben zu Ihrem Schutz eine Zeit lang gesperrt.',
      ),
    passwordGuessed: () =>
      notice(
        'Bei Ihrem RAB-Konto wurden falsche Passwörter probiert',
        'Auf Geräten, die noch nie bei Ihrem RAB-Konto angemeldet waren, wurde viele Male ein falsches Anmeldepasswort eingegeben. Niemand ist hineingekommen. Ihr Konto bleibt für Sie offen: Geräte, die Sie schon benutzt haben, melden sich wie gewohnt an, und auf jedem anderen hilft „Passwort vergessen“.',
      ),
    authenticatorLocked: () =>
      notice(
        'Der Authenticator Ihres RAB-Kontos ist vorübergehend gesperrt',
        'Für Ihr RAB-Konto wurden mehrmals falsche Authenticator-Codes eingegeben, und zwar von jemandem, der Ihr Anmeldepasswort kennt oder eines Ihrer Geräte benutzt. Codes werden eine Zeit lang abgelehnt, jedes Mal länger.',
      ),
    authenticatorResetBegun: () =>
      notice(
        'Der Authenticator Ihres RAB-Kontos wird entfernt',
        'Der Authenticator Ihres RAB-Kontos wurde als verloren gemeldet, und die Identität wurde geprüft. In 72 Stunden wird er entfernt; danach genügt zum Anmelden das Passwort. Haben Sie ihn nicht als verloren gemeldet, melden Sie sich an und wählen Sie unter „Sicherheit“ die Schaltfläche „Authenticator behalten“: Damit ist es abgesagt.',
      ),
    authenticatorRemoved: () =>
      notice(
        'Der Authenticator Ihres RAB-Kontos wurde entfernt',
        'Der Authenticator Ihres RAB-Kontos wurde entfernt, weil er als verloren gemeldet war; seine Wiederherstellungscodes sind ungültig. Melden Sie sich an und richten Sie einen neuen ein. Auszahlungen bleiben zu Ihrem Schutz eine Zeit lang geschlossen.',
      ),
    methodAdded: () =>
      notice(
        'Ihrem RAB-Konto wurde eine Auszahlungsmethode hinzugefügt',
        'Ihrem RAB-Konto wurde soeben eine Auszahlungsmethode hinzugefügt. Sie kann nach einer Wartezeit verwendet werden.',
      ),
    tradePasswordSet: () =>
      notice(
        'Für Ihr RAB-Konto wurde ein Handelspasswort festgelegt',
        'Für Ihr RAB-Konto wurde soeben erstmals ein Handelspasswort festgelegt. Auszahlungen bleiben zu Ihrem Schutz eine Zeit lang gesperrt.',
      ),
    accountFrozen: () =>
      notice(
        'Ihr RAB-Konto ist eingefroren',
        'Ihr RAB-Konto wurde soeben eingefroren. Auszahlungen, Handel, Umtausch, Überträge, Verwahrung sowie Änderungen von Methoden und Passwörtern sind gesperrt, andere Geräte wurden abgemeldet. Um es freizugeben, melden Sie sich an und öffnen Sie „Sicherheit“: Dazu gehören ein Identitätsnachweis und eine Wartezeit.',
      ),
    thawBegun: () =>
      notice(
        'Ihr RAB-Konto wird bald freigegeben',
        'Für Ihr eingefrorenes RAB-Konto wurde soeben die Freigabe beantragt. Das Konto wird nach einer Wartezeit freigegeben, die unter „Sicherheit“ steht. Bis dahin bleibt es eingefroren.',
      ),
    thawTakenBack: () =>
      notice(
        'Die Freigabe Ihres RAB-Kontos wurde zurückgenommen',
        'Die Freigabe Ihres RAB-Kontos wurde zurückgenommen. Das Konto bleibt eingefroren.',
      ),
    accountThawed: () =>
      notice(
        'Ihr RAB-Konto ist wieder freigegeben',
        'Ihr RAB-Konto ist wieder freigegeben: Alles funktioniert wieder.',
      ),
  },
  sms: {
    registerCode: (code, minutes) =>
      `[RAB] Registrierungscode ${code}, ${minutes} Minuten gültig. Geben Sie ihn niemals weiter.`,
    loginCode: (code, minutes) => `[RAB] Anmeldecode ${code}, ${minutes} Minuten gültig. Geben Sie ihn niemals weiter.`,
    forgetCode: (code, minutes) =>
      `[RAB] Code zum Zurücksetzen des Passworts ${code}, ${minutes} Minuten gültig. Geben Sie ihn niemals weiter.`,
    loginPasswordCode: (code, minutes) =>
      `[RAB] Code ${code} zum Ändern des Anmeldepassworts, ${minutes} Minuten gültig. Geben Sie ihn niemals weiter.`,
    tradePasswordCode: (code, minutes) =>
      `[RAB] Code ${code} zum Ändern des Handelspassworts, ${minutes} Minuten gültig. Geben Sie ihn niemals weiter.`,
    thawCode: (code, minutes) =>
      `[RAB] Code ${code} zum Freigeben Ihres eingefrorenen Kontos, ${minutes} Minuten gültig. Geben Sie ihn niemals weiter.`,
    withdrawCode: (code, minutes, { amount, target }) =>
      `[RAB] Code ${code} für die Auszahlung von ${amount} an ${target}, ${minutes} Minuten gültig. Geben Sie ihn niemals weiter.`,
    alreadyRegistered: () =>
      '[RAB] Jemand wollte sich mit dieser Nummer registrieren. Sie haben bereits ein Konto: Melden Sie sich an oder nutzen Sie „Passwort vergessen“. Geben Sie Codes niemals weiter.',
    deviceNew: () =>
      '[RAB] Ein neues Gerät hat sich bei Ihrem Konto angemeldet. Waren Sie es nicht, setzen Sie sofort Ihr Anmeldepasswort zurück und wenden Sie sich an den Kundendienst.',
    passwordChanged: () =>
      '[RAB] Ihr Anmeldepasswort wurde geändert, alle anderen Geräte wurden abgemeldet. Waren Sie es nicht, setzen Sie es sofort zurück und wenden Sie sich an den Kundendienst.',
    tradePasswordChanged: () =>
      '[RAB] Ihr Handelspasswort wurde geändert. Waren Sie es nicht, setzen Sie sofort Ihr Anmeldepasswort zurück und wenden Sie sich an den Kundendienst.',
    authenticatorChanged: () =>
      '[RAB] Mit Ihrem Konto wurde ein Authenticator verknüpft. Waren Sie es nicht, setzen Sie sofort Ihr Anmeldepasswort zurück und wenden Sie sich an den Kundendienst.',
    passwordGuessed: () =>
      '[RAB] Für Ihr Konto wurde viele Male ein falsches Anmeldepasswort eingegeben. Niemand ist hineingekommen. Waren Sie es nicht, setzen Sie über „Passwort vergessen“ ein neues Anmeldepasswort.',
    authenticatorLocked: () =>
      '[RAB] Für Ihr Konto wurden mehrmals falsche Authenticator-Codes eingegeben; Codes werden eine Zeit lang abgelehnt. Waren Sie es nicht, setzen Sie sofort Ihr Anmeldepasswort zurück und wenden Sie sich an den Kundendienst.',
    authenticatorResetBegun: () =>
      '[RAB] Der Authenticator Ihres Kontos wurde als verloren gemeldet und wird in 72 Stunden entfernt. Waren Sie es nicht, melden Sie sich sofort an, wählen Sie unter „Sicherheit“ die Schaltfläche „Authenticator behalten“ und wenden Sie sich an den Kundendienst.',
    authenticatorRemoved: () =>
      '[RAB] Der Authenticator Ihres Kontos wurde entfernt; Auszahlungen bleiben eine Zeit lang geschlossen. Waren Sie es nicht, setzen Sie sofort Ihr Anmeldepasswort zurück und wenden Sie sich an den Kundendienst.',
    methodAdded: () =>
      '[RAB] Ihrem Konto wurde eine Auszahlungsmethode hinzugefügt. Waren Sie es nicht, setzen Sie sofort Ihr Anmeldepasswort zurück und wenden Sie sich an den Kundendienst.',
    tradePasswordSet: () =>
      '[RAB] Für Ihr Konto wurde ein Handelspasswort festgelegt. Waren Sie es nicht, setzen Sie sofort Ihr Anmeldepasswort zurück und wenden Sie sich an den Kundendienst.',
    accountFrozen: () =>
      '[RAB] Ihr Konto ist eingefroren. Um es freizugeben, melden Sie sich an und öffnen Sie „Sicherheit“.',
    thawBegun: () =>
      '[RAB] Für Ihr eingefrorenes Konto wurde die Freigabe beantragt. Sie erfolgt nach einer Wartezeit. Waren Sie es nicht, frieren Sie es sofort wieder ein.',
    thawTakenBack: () => '[RAB] Die Freigabe Ihres Kontos wurde zurückgenommen. Es bleibt eingefroren.',
    accountThawed: () =>
      '[RAB] Ihr Konto ist wieder freigegeben. Waren Sie es nicht, frieren Sie es sofort wieder ein.',
  },
};

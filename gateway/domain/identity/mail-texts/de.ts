/** Messages in German. */
import type { MailText, MessageTexts } from './text';

function withCode(subject: string, purpose: string, code: string, minutes: number): MailText {
  return {
    subject,
    text: `Guten Tag,

${purpose}

    ${code}

Er ist ${minutes} Minuten gültig und kann einmal verwendet werden.
Geben Sie diesen Code niemals weiter. Mitarbeiter von RAB werden Sie nie danach fragen.

Wenn Sie ihn nicht angefordert haben, können Sie diese Nachricht ignorieren: Ohne den Code geschieht nichts.

RAB
`,
  };
}

export const de: MessageTexts = {
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
    alreadyRegistered: () => ({
      subject: 'Sie haben bereits ein RAB-Konto',
      text: `Guten Tag,

Jemand, vermutlich Sie selbst, wollte sich mit dieser Adresse bei RAB registrieren. Sie haben bereits ein Konto; daher wurde kein neues angelegt und kein Code gesendet.

Melden Sie sich mit Ihrem Passwort an oder setzen Sie über „Passwort vergessen“ ein neues. Wenn Sie es nicht waren, müssen Sie nichts tun: Ihr Konto ist unverändert.
Geben Sie Passwörter und Codes niemals weiter.

RAB
`,
    }),
    passwordChanged: () => ({
      subject: 'Ihr RAB-Anmeldepasswort wurde geändert',
      text: `Guten Tag,

Das Anmeldepasswort Ihres RAB-Kontos wurde soeben mit einem an Sie gesendeten Code geändert. Alle Geräte wurden abgemeldet, und Auszahlungen bleiben zu Ihrem Schutz eine Zeit lang gesperrt.

Wenn Sie es nicht waren, setzen Sie sofort über „Passwort vergessen“ ein neues Passwort und wenden Sie sich an den Kundendienst. Geben Sie Passwörter und Codes niemals weiter.

RAB
`,
    }),
  },
  sms: {
    registerCode: (code, minutes) =>
      `[RAB] Registrierungscode ${code}, ${minutes} Minuten gültig. Geben Sie ihn niemals weiter.`,
    loginCode: (code, minutes) => `[RAB] Anmeldecode ${code}, ${minutes} Minuten gültig. Geben Sie ihn niemals weiter.`,
    forgetCode: (code, minutes) =>
      `[RAB] Code zum Zurücksetzen des Passworts ${code}, ${minutes} Minuten gültig. Geben Sie ihn niemals weiter.`,
    alreadyRegistered: () =>
      '[RAB] Jemand wollte sich mit dieser Nummer registrieren. Sie haben bereits ein Konto: Melden Sie sich an oder nutzen Sie „Passwort vergessen“. Geben Sie Codes niemals weiter.',
    passwordChanged: () =>
      '[RAB] Ihr Anmeldepasswort wurde geändert, alle Geräte wurden abgemeldet. Waren Sie es nicht, setzen Sie es sofort zurück und wenden Sie sich an den Kundendienst.',
  },
};

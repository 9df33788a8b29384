/** The sample contents in German. */
import type { SampleTexts } from './texts';

export const de: SampleTexts = {
  'notice-demo': {
    title: '',
    text: '[Beispiel] Dieser Server läuft mit Demodaten: Salden und Ertragspool sind Testgeld, keine echten Vermögenswerte.',
  },
  'notice-undo': {
    title: '',
    text: '[Beispiel] Ein Verwahrauftrag lässt sich 24 Stunden lang kostenlos widerrufen; danach kostet die vorzeitige Auflösung eine Gebühr auf den aufgelösten Teil.',
  },
  'banner-custody': {
    title: 'Zinsen jeden Tag',
    text: 'Beispiel · Verwahrpläne',
    action: 'Ansehen',
  },
  'banner-assets': { title: 'Alles ist verbucht', text: 'Beispiel · Ihr Vermögen', action: 'Ansehen' },
  'banner-trade': { title: 'Handeln Sie mit anderen – mit Treuhand', text: 'Beispiel · Handel' },
  'bulletin-capacity': {
    title: 'Beispiel: was das freie Kontingent bedeutet',
    text: 'Mit jedem Verwahrauftrag werden die Zinsen der gesamten Laufzeit im Ertragspool reserviert. Reicht der Pool dafür nicht, steht beim Plan „Kontingent erschöpft“.',
    body: [
      '## Woher die Zahl kommt',
      'Der Betreiber füllt den Ertragspool. Jeder Auftrag entnimmt ihm sofort die **Zinsen der gesamten Laufzeit**; was zugesagt ist, ist also da.',
      '- Das freie Kontingent steht bei jedem Plan.\n- Ein erschöpfter Plan öffnet wieder, wenn der Pool gefüllt wird.',
      '[Verwahrung öffnen](/pages/index/index2)',
    ].join('\n\n'),
  },
  'news-redeem': {
    title: 'Beispiel: was die vorzeitige Auflösung kostet',
    text: 'Nach 24 Stunden fällt eine Gebühr auf den aufgelösten Teil an. Gutgeschriebene Zinsen werden nie zurückgeholt; noch nicht gezahlte gehen an den Pool zurück.',
    body: [
      '## Zwei Zeiten, zwei Regeln',
      '| Wann | Was es kostet |\n| --- | --- |\n| Innerhalb von 24 Stunden | Nichts: der Auftrag wird widerrufen |\n| Danach | Eine Gebühr auf den aufgelösten Teil |',
      'Die Bestätigung zeigt die Gebühr, **bevor** Sie zustimmen.',
      '[Meine Verwahraufträge](/pages/blance_record/blance_record1)',
    ].join('\n\n'),
  },
  'news-reference': {
    title: 'Beispiel: der RAB-Referenzkurs',
    text: 'Bis der Markt einen Kurs bildet, wird RAB zum Referenzkurs des Betreibers in USDT bewertet und als „Referenz“ gekennzeichnet.',
  },
  'question-deposit': {
    title: 'Beispiel: Wann wird meine Einzahlung gutgeschrieben?',
    text: '',
    body: [
      'Nach **3 Bestätigungen** des Netzwerks. Bis dahin steht die Einzahlung mit ihren Bestätigungen in der Liste.',
      '- Senden Sie nur USDT und nur über das angezeigte Netzwerk.\n- Beträge unter 1 USDT werden nicht gutgeschrieben.',
      '[Meine Einzahlungen](/pages/withdraw_record/withdraw_record1)',
    ].join('\n\n'),
  },
  'question-withdrawal': {
    title: 'Beispiel: Warum kann ich gerade nicht auszahlen?',
    text: '',
    body: [
      'Nach einer Änderung von Passwort, Authenticator, E-Mail oder Telefon bleiben Auszahlungen **24 Stunden** gesperrt. Die Seite zählt herunter.',
      'Eine Auszahlung braucht außerdem einen geprüften Namen und einen eingerichteten Authenticator.',
    ].join('\n\n'),
  },
  'question-redeem': {
    title: 'Beispiel: Was kostet die vorzeitige Auflösung?',
    text: '',
    body: 'Innerhalb von 24 Stunden lässt sich ein Auftrag kostenlos widerrufen. Danach fällt eine Gebühr auf den aufgelösten Teil an; die Bestätigung zeigt sie, bevor Sie zustimmen.',
  },
  'question-password': {
    title: 'Beispiel: Fragt RAB jemals nach meinem Passwort?',
    text: '',
    body: [
      '**Nein.** Niemand von RAB fragt nach Passwort, Code oder Wiederherstellungscode – weder im Chat noch per E-Mail oder Telefon. Wer das tut, ist ein Betrüger.',
      '[Sicherheit](/pages/setting/setting4)',
    ].join('\n\n'),
  },
  'question-payment': {
    title: 'Beispiel: Der Käufer sagt, er habe gezahlt. Wann bestätige ich?',
    text: '',
    body: 'Erst, wenn das Geld **auf Ihrem eigenen Konto** ist. Das Bild einer Zahlung ist keine Zahlung. Kommt nichts an, eröffnen Sie einen Streitfall.',
  },
  'link-community': { title: 'Community', text: 'Beispiel · hier treffen sich Nutzer' },
};

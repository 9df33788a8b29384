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
  },
  'news-redeem': {
    title: 'Beispiel: was die vorzeitige Auflösung kostet',
    text: 'Nach 24 Stunden fällt eine Gebühr auf den aufgelösten Teil an. Gutgeschriebene Zinsen werden nie zurückgeholt; noch nicht gezahlte gehen an den Pool zurück.',
  },
  'news-reference': {
    title: 'Beispiel: der RAB-Referenzkurs',
    text: 'Bis der Markt einen Kurs bildet, wird RAB zum Referenzkurs des Betreibers in USDT bewertet und als „Referenz“ gekennzeichnet.',
  },
};

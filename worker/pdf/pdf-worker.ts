/** The worker that reads PDF files for src/documents: a file of its own, which is kept once it was used. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';

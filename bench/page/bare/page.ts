/** The least that an app of this kind needs: React shows 20 rows that a worker reads out of IndexedDB. */
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Row {
  id: number;
  text: string;
}

const worker = new Worker('/worker.js', { type: 'module' });

function Rows() {
  const [rows, setRows] = useState<Row[]>([]);
  useEffect(() => {
    worker.onmessage = ({ data }: MessageEvent<Row[]>) => setRows(data);
    worker.postMessage(20);
  }, []);
  const items = rows.map(({ id, text }) => createElement('li', { key: id }, text));
  return createElement('main', null, createElement('h1', null, 'Rows'), createElement('ul', null, items));
}

const root = document.getElementById('root');
if (root) createRoot(root).render(createElement(Rows));
void navigator.serviceWorker.register('/service-worker.js');

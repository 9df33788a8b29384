// Runs before the first paint, so that no wrong theme, price colour or language flashes. Same rules as
// src/theme/theme.ts and src/offered/start-locale.ts; a unit test holds them together. Storage may be refused.
(function () {
  var LOCALES = ['zh-Hans', 'zh-Hant', 'en', 'de', 'fr', 'ko', 'ja', 'th', 'vi'];
  var RED_UP = ['zh-Hans', 'zh-Hant', 'ko', 'ja'];
  var html = document.documentElement;

  function stored(key, allowed) {
    try {
      var value = localStorage.getItem(key);
      return allowed.indexOf(value) < 0 ? null : value;
    } catch (_) {
      return null;
    }
  }

  function matchLocale(tag) {
    var parts = tag.toLowerCase().split(/[-_]/);
    if (parts[0] === 'zh') {
      if (parts.indexOf('hans') > 0) return 'zh-Hans';
      return /-(hant|tw|hk|mo)(-|$)/.test(parts.join('-')) ? 'zh-Hant' : 'zh-Hans';
    }
    return LOCALES.indexOf(parts[0]) < 0 ? null : parts[0];
  }

  // The languages that the gateway named last, its default first.
  function offeredLocales() {
    var kept = '';
    try {
      kept = localStorage.getItem('rab.offered') || '';
    } catch (_) {}
    kept = kept.split(' ').filter(function (one) {
      return LOCALES.indexOf(one) >= 0;
    });
    return kept.length ? kept : LOCALES;
  }

  function startLocale(offered) {
    var chosen = stored('rab.locale', LOCALES);
    var tags = chosen ? [chosen] : navigator.languages || [navigator.language];
    for (var i = 0; i < tags.length; i++) {
      var locale = matchLocale(tags[i] || '');
      if (offered.indexOf(locale) >= 0) return locale;
    }
    return offered[0];
  }

  // Tells the service worker when the page does not come up: it goes back to the former version when this one is on trial
  // ([Note: Releases on the device]). Same limit as in worker/service/release/state.ts.
  function watchStart() {
    var START_LIMIT_MS = 15000;
    var controller = navigator.serviceWorker && navigator.serviceWorker.controller;
    if (!controller) return;
    var timer = setTimeout(onLate, START_LIMIT_MS);

    function stop() {
      clearTimeout(timer);
      removeEventListener('error', onError, true);
      document.removeEventListener('rab:started', stop);
      document.removeEventListener('rab:upgrading', again);
    }

    // Time does not count while an upgrade changes the layout of the device's database.
    function again() {
      clearTimeout(timer);
      timer = setTimeout(onLate, START_LIMIT_MS);
    }

    function tell(detail) {
      var channel = new MessageChannel();
      channel.port1.onmessage = function (event) {
        if (event.data.type !== 'ROLLED_BACK') return;
        stop();
        location.reload();
      };
      controller.postMessage({ protocol: 1, type: 'DID_NOT_START', detail: detail.slice(0, 180) }, [channel.port2]);
    }

    // A page in the background is given no time to come up.
    function onLate() {
      if (document.visibilityState === 'visible') return tell('did not come up in time');
      timer = setTimeout(onLate, START_LIMIT_MS);
    }

    // Counts only our own scripts: extensions run scripts in pages too.
    function onError(event) {
      var source = event.filename || (event.target.tagName === 'SCRIPT' && event.target.src) || '';
      if (source.indexOf(location.origin + '/') === 0) tell((event.message || 'not loaded') + ' ' + source);
    }

    addEventListener('error', onError, true);
    document.addEventListener('rab:started', stop);
    document.addEventListener('rab:upgrading', again);
  }

  // Under Trusted Types starting a worker from an address throws unless a policy
  // admits it. This one admits our own files; markup and script text are admitted from nobody.
  function admitOwnScripts() {
    if (!window.trustedTypes) return;
    window.trustedTypes.createPolicy('default', {
      createScriptURL: function (address) {
        var url = new URL(address, location.href);
        var isOurs =
          url.origin === location.origin && /^\/(?:assets\/[\w.-]+\.js|service-worker\.js)$/.test(url.pathname);
        if (!isOurs) throw new TypeError('script not admitted: ' + address);
        return address;
      },
    });
  }

  function addLink(rel, address) {
    var link = document.createElement('link');
    link.rel = rel;
    // As the page's own scripts ask for it, so that it is the same answer.
    link.crossOrigin = '';
    link.href = address;
    return document.head.appendChild(link);
  }

  // With somebody logged in the data worker opens its database, and what Home needs loads, while the page's scripts do
  // (scripts/vite-early-start.ts). The page takes the worker over: src/bridge/worker.ts. Home as it was last seen is shown
  // meanwhile (src/picture).
  function startEarly(script, locale) {
    if (!script || !script.dataset.early || !stored('rab.inside', ['1'])) return;
    var early = JSON.parse(script.dataset.early);
    var worker = new Worker(early.worker, { type: 'module', name: 'rab-data' });
    worker.onerror = function () {
      delete window.rabWorker;
    };
    window.rabWorker = worker;
    var styles = [];
    [early.draw].concat(early.files, early.catalogues[locale] || []).forEach(function (address) {
      if (!address.endsWith('.css')) return addLink('modulepreload', address);
      var link = addLink('stylesheet', address);
      styles.push(
        new Promise(function (resolve) {
          link.onload = link.onerror = resolve;
        }),
      );
    });
    window.rabStyles = Promise.all(styles);
    worker.onmessage = function (event) {
      if (!event.data.picture) return;
      window.rabPicture = import(early.draw).then(
        function (it) {
          return it.draw(event.data.picture, early.build, window.rabStyles);
        },
        function () {},
      );
    };
  }

  // The first paint is the page's own text and style: on a first visit the scripts are asked for after it, and with them
  // the texts of the login page (scripts/vite-paced-scripts.ts). Where the service worker has them they come at once.
  function startPage(script, locale) {
    if (!script || !script.dataset.page) return;
    var page = JSON.parse(script.dataset.page);

    function load() {
      page.scripts.forEach(function (address) {
        var element = document.createElement('script');
        element.type = 'module';
        element.async = false;
        element.crossOrigin = '';
        element.src = address;
        document.head.appendChild(element);
      });
      if (!stored('rab.inside', ['1'])) addLink('modulepreload', page.texts[locale]);
    }

    function onRead() {
      var isAtHand = navigator.serviceWorker && navigator.serviceWorker.controller;
      // The browser does not paint a page in the background.
      if (isAtHand || document.visibilityState !== 'visible') return load();
      requestAnimationFrame(function () {
        setTimeout(load);
      });
    }

    document.addEventListener('DOMContentLoaded', onRead, { once: true });
  }

  var offered = offeredLocales();
  var locale = startLocale(offered);
  var updown = stored('rab.updown', ['red-up', 'green-up']) || (RED_UP.indexOf(locale) < 0 ? 'green-up' : 'red-up');
  var choice = stored('rab.theme', ['light', 'dark']);
  var scheme = choice || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

  watchStart();
  admitOwnScripts();
  startEarly(document.currentScript, locale);
  startPage(document.currentScript, locale);

  html.lang = locale;
  html.setAttribute('data-offered', offered.join(' '));
  html.setAttribute('data-updown', updown);
  html.setAttribute('data-prefers-color-scheme', scheme);
  var meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.setAttribute('content', scheme === 'dark' ? '#0c0e12' : '#f5f4f0');
})();

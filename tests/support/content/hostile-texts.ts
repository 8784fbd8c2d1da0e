/** Texts that have run as code on other sites, alone and inside what a form or Markdown allows. */
const payloads = [
  "<script>top.struck=1</script>",
  "</script><script>top.struck=1</script>",
  "<img src=x onerror=top.struck=1>",
  "<svg/onload=top.struck=1>",
  '"><img src=x onerror=top.struck=1>',
  "'><svg onload=top.struck=1>",
  '" onmouseover="top.struck=1" autofocus onfocus="top.struck=1',
  "javascript:top.struck=1",
  "JaVaScRiPt:top.struck=1",
  "java\tscript:top.struck=1",
  "\u0001javascript:top.struck=1",
  "data:text/html,<script>top.struck=1</script>",
  "vbscript:top.struck=1",
  "//evil.example/x",
  "<iframe srcdoc='<script>top.struck=1</script>'>",
  "<a href=javascript:top.struck=1>x</a>",
  "<style>*{display:none}</style>",
  "</style></title></textarea><script>top.struck=1</script>",
  "<!--<script>top.struck=1</script>",
  "-->]]><script>top.struck=1</script>",
  "<base href=//evil.example>",
  "<meta http-equiv=refresh content=0;url=//evil.example>",
  "<form action=//evil.example><button>x</button></form>",
  "&lt;script&gt;top.struck=1&lt;/script&gt;",
  "&#106;avascript:top.struck=1",
  "{{constructor.constructor('top.struck=1')()}}",
  "${top.struck=1}",
  "\u2028</script>\u2029<script>top.struck=1</script>",
  "\u202e<script>top.struck=1</script>\u202d",
  "<math><mtext><table><mglyph><style><img src onerror=top.struck=1>",
  "<noscript><p title='</noscript><img src onerror=top.struck=1>'>",
  "<template><script>top.struck=1</script></template>",
  "<x contenteditable onblur=top.struck=1>",
];

const wrappers: ((text: string) => string)[] = [
  (text) => text,
  (text) => `**${text}**`,
  (text) => `*${text}*`,
  (text) => `[x](${text})`,
  (text) => `[${text}](https://fund.example)`,
  (text) => `[x](https://fund.example/${text})`,
  (text) => `[x](<${text}>)`,
  (text) => `![${text}](${text})`,
  (text) => `- ${text}\n- ${text}`,
  (text) => `## ${text}`,
  (text) => `<${text}>`,
  (text) => `\`${text}\``,
  (text) => `[a]: ${text}\n\n[a]`,
  (text) => `${text}\n\n${text}`,
  (text) => `\\${text}`,
];

/** As many as wanted, each different. */
export function hostileTexts(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const payload = payloads[at % payloads.length] ?? "";
    const wrap = wrappers[Math.floor(at / payloads.length) % wrappers.length] ?? String;
    return `${at} ${wrap(payload)}`;
  });
}

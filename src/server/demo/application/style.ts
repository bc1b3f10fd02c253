/** The one stylesheet of the payroll application: light and dark, from 320 px up. */
export const style = `
:root{color-scheme:light dark;--ink:#1b2430;--soft:#5a6675;--paper:#f4f6f8;--card:#fff;--line:#d8dee5;--accent:#0b6b53;--on-accent:#fff;--warn:#9a3412}
@media(prefers-color-scheme:dark){:root{--ink:#e7ecf1;--soft:#a3afbd;--paper:#12171d;--card:#1b222b;--line:#323d4a;--accent:#5cc9a7;--on-accent:#07251c;--warn:#fdba74}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:space-between;padding:.9rem clamp(1rem,4vw,3rem);background:var(--card);border-bottom:1px solid var(--line)}
header strong a{color:inherit;text-decoration:none;font-size:1.15rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
main{max-width:62rem;margin:0 auto;padding:1.5rem clamp(1rem,4vw,3rem) 4rem}
h1{font-size:clamp(1.5rem,4vw,2rem);line-height:1.2;margin:.5rem 0 .75rem}
h2{font-size:1.15rem;margin:2rem 0 .5rem}
p{margin:.4rem 0 .8rem;max-width:44rem}
a{color:var(--accent)}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem 1.5rem;margin:1rem 0}
.button{display:inline-block;border:1px solid var(--accent);border-radius:.5rem;padding:.55rem 1.1rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.button.quiet{background:transparent;color:var(--accent)}
.actions{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin:1rem 0}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
table{border-collapse:collapse;width:100%}
th,td{text-align:start;vertical-align:top;padding:.55rem .9rem;border-bottom:1px solid var(--line)}
tr:last-child>*{border-bottom:0}
th{font-weight:600;white-space:nowrap}
thead th{color:var(--soft);font-size:.875rem}
td code{white-space:nowrap}
.facts th{width:14rem}
@media(max-width:40rem){.facts th{width:auto;white-space:normal}}
.facts code{white-space:normal;overflow-wrap:anywhere}
code{font:.875rem/1.5 ui-monospace,monospace}
.code{font:600 1.75rem/1.2 ui-monospace,monospace;letter-spacing:.08em}
.message{white-space:pre-line;overflow-wrap:anywhere}
.mail{display:block;width:100%;height:36rem;margin:.75rem 0;border:1px solid var(--line);border-radius:.5rem;resize:vertical}
.soft{color:var(--soft)}
.warn{border-color:var(--warn)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;

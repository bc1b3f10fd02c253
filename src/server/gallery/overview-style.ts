/** The one stylesheet of the gallery's overview: light and dark, from 320 px up. */
export const overviewStyle = `
:root{color-scheme:light dark;--ink:#1b2430;--soft:#566173;--paper:#f4f6f8;--card:#fff;--line:#cfd7e0;--accent:#1f4e79;--on-accent:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e7ecf1;--soft:#a3afbd;--paper:#12171d;--card:#1b222b;--line:#3a4654;--accent:#8ec1f0;--on-accent:#0c1a28}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header,main{padding:1rem clamp(1rem,3vw,2.5rem)}
header{background:var(--card);border-bottom:1px solid var(--line)}
h1{margin:0 0 .25rem;font-size:1.375rem}
h2{margin:0;font:600 1rem/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
p{margin:.25rem 0;max-width:60rem}
a{color:var(--accent)}
form{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:end;margin-top:1rem}
fieldset{margin:0;padding:0;border:0;min-width:0}
legend,.field{padding:0;font-size:.875rem;font-weight:600;color:var(--soft)}
.field{display:grid;gap:.125rem}
fieldset div{display:flex;flex-wrap:wrap;gap:.125rem .875rem}
fieldset label{display:inline-flex;align-items:center;gap:.375rem;min-height:2rem}
input,select,button{font:inherit}
input[type=checkbox]{width:1.125rem;height:1.125rem;margin:0;accent-color:var(--accent)}
select,input[type=search]{min-height:2.5rem;max-width:100%;padding:0 .625rem;border:1px solid var(--soft);border-radius:.5rem;background:var(--card);color:var(--ink)}
button{min-height:2.5rem;padding:0 1rem;border:1px solid var(--accent);border-radius:.5rem;background:var(--accent);color:var(--on-accent);font-weight:600;cursor:pointer}
.cell button{min-height:1.75rem;padding:0 .5rem;background:transparent;color:var(--accent);font-size:.875rem;font-weight:400}
main{display:flex;flex-wrap:wrap;gap:2.5rem 1.5rem;align-items:start}
.cell{min-width:0;max-width:100%}
.cell:not(:has(figure+figure)){width:min-content}
.cell p{color:var(--soft)}
.made{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center;font-size:.875rem}
.made code{overflow-wrap:anywhere}
.row{display:flex;gap:1rem;margin-top:.5rem;overflow-x:auto;padding-bottom:.5rem}
figure{margin:0;flex:none;max-width:100%}
.row:has(figure+figure) figure{max-width:none}
figcaption{font-size:.875rem;color:var(--soft)}
iframe{display:block;max-width:calc(100vw - 2*clamp(1rem,3vw,2.5rem) - 1rem);border:1px solid var(--line);border-radius:.5rem;background:var(--card)}
.row:has(figure+figure) iframe{max-width:none}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
[hidden]{display:none}
`;

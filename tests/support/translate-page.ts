/** Does to the words of a page what a browser's translator does: each text is taken out, and another stands in its place. */
export function translatePage(root: ParentNode = document.body): void {
  const walker = document.createTreeWalker(root as Node, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement("font");
    font.textContent = `${text.data}*`;
    text.replaceWith(font);
  }
}

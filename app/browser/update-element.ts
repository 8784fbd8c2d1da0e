/** The visitor's own values live in these, next to what the page first showed. */
const ownState = ["value", "checked", "selected", "open"];

const isOwn = (element: Element, name: string): boolean =>
  ownState.includes(name) && !(element instanceof HTMLButtonElement);

/** Changes an element to look like a newly built one. Fields stay the same elements, with focus and typed text. */
export function updateElement(shown: Element, wanted: Element): void {
  for (const { name } of [...shown.attributes])
    if (!wanted.hasAttribute(name) && !isOwn(shown, name)) shown.removeAttribute(name);
  for (const { name, value } of wanted.attributes)
    if (shown.getAttribute(name) !== value && !isOwn(shown, name)) shown.setAttribute(name, value);
  updateChildren(shown, [...wanted.childNodes]);
}

function updateChildren(shown: Element, wanted: ChildNode[]): void {
  let next = withoutComments(shown.firstChild);
  for (const child of wanted) {
    let found = next;
    while (found && !isSame(found, child)) found = withoutComments(found.nextSibling);
    if (!found) {
      shown.insertBefore(child, next);
      continue;
    }
    while (next && next !== found) next = removed(next);
    next = withoutComments(found.nextSibling);
    if (found instanceof Element && child instanceof Element) updateElement(found, child);
    else if (found.nodeValue !== child.nodeValue) found.nodeValue = child.nodeValue;
  }
  while (next) next = removed(next);
}

function isSame(one: ChildNode, other: ChildNode): boolean {
  if (one.nodeName !== other.nodeName) return false;
  return (
    !(one instanceof Element && other instanceof Element) ||
    ((one.id || other.id) === other.id && one.className === other.className)
  );
}

/** React separates neighbouring texts on the server by comments. */
function withoutComments(node: ChildNode | null): ChildNode | null {
  let next = node;
  while (next instanceof Comment) next = removed(next);
  return next;
}

function removed(node: ChildNode): ChildNode | null {
  const next = node.nextSibling;
  node.remove();
  return next;
}

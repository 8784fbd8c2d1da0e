/**
 * Builds DOM nodes from the JSX of components that React renders on the server. The build gives files imported with
 * `?plain` this runtime in place of React's.
 */
type Child = Node | Child[] | string | number | bigint | boolean | null | undefined;
type Props = Record<string, unknown> & { children?: Child };
type Component = (props: Props) => Child;

export function jsx(type: string | Component, props: Props): Child {
  if (typeof type === "function") return type(props);
  const element = document.createElement(type);
  for (const [name, value] of Object.entries(props))
    if (name !== "children") setAttribute(element, name, value);
  append(element, props.children);
  return element;
}

export { jsx as jsxs, jsx as jsxDEV };

export const Fragment = ({ children }: Props): Child => children;

/** React's names. The other names differ from HTML only in capital letters, which HTML ignores. */
const attributes: Record<string, string> = {
  className: "class",
  htmlFor: "for",
  defaultValue: "value",
  defaultChecked: "checked",
};

function setAttribute(element: Element, name: string, value: unknown): void {
  const isWord = /^(?:aria|data)-/.test(name);
  if (value === null || value === undefined || (value === false && !isWord)) return;
  element.setAttribute(attributes[name] ?? name, value === true && !isWord ? "" : String(value));
}

function append(element: Element, child: Child): void {
  if (Array.isArray(child)) for (const each of child) append(element, each);
  else if (child instanceof Node) element.append(child);
  else if (child !== null && child !== undefined && typeof child !== "boolean" && child !== "")
    element.append(String(child));
}

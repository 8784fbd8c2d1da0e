import type { ReactNode } from "react";
import styles from "./message-page.css?inline";

export const messageStyles = styles;

type Props = {
  title: string;
  text: string;
  code?: string;
  picture?: ReactNode;
  subject?: ReactNode;
  children: ReactNode;
};

export function MessagePage({ title, text, code, picture, subject, children }: Props) {
  return (
    <section className="message-page wrap">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      {picture}
      {code && <p className="eyebrow">{code}</p>}
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {subject && <div className="message-subject">{subject}</div>}
      <div className="message-actions">{children}</div>
    </section>
  );
}

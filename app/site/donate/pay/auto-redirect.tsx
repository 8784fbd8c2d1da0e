export type AutoRedirectProps = { to: string; text: string };

/** Announces the automatic redirect. Without script, the button next to it leads on. */
export const AutoRedirect = ({ text }: AutoRedirectProps) => (
  <span className="needs-script" role="status">
    {text}
  </span>
);

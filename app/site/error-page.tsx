import { useLocation } from "react-router";
import { languageOf, localAddress } from "./address.ts";

const words = {
  en: {
    title: "Something went wrong on our side",
    text: "The page could not be made. No money was taken by this page. Please try again in a moment.",
    home: "Return to Home",
  },
  sw: {
    title: "Hitilafu imetokea upande wetu",
    text: "Ukurasa haukuweza kutengenezwa. Hakuna pesa iliyochukuliwa na ukurasa huu. Tafadhali jaribu tena baada ya muda mfupi.",
    home: "Rudi Mwanzo",
  },
};

/** Stands alone: it must work when the database, and with it the site's frame, does not. */
export function ErrorPage() {
  const language = languageOf(useLocation().pathname);
  const { title, text, home } = words[language];
  return (
    <main className="message-page wrap">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      <p className="message-actions">
        <a className="button" href={localAddress(language, "/")}>
          {home}
        </a>
      </p>
    </main>
  );
}

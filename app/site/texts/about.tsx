import { data } from "react-router";
import { dayOf, formatDay, type Day } from "#domain/system/calendar.ts";
import type { About } from "#domain/content/home.ts";
import { inLanguage } from "#domain/content/language.ts";
import type { AboutText } from "#domain/content/pages.ts";
import { contentContext, originContext } from "#app/http/context.server.ts";
import { localAddress } from "#app/site/address.ts";
import { breadcrumb } from "#app/site/breadcrumb.ts";
import { useFundData } from "#app/site/fund-data.ts";
import { useFund } from "#app/site/fund.ts";
import { messageStyles } from "#app/site/message-page.tsx";
import { PageNotFound } from "#app/site/page-not-found.tsx";
import { Part } from "#app/site/cached/part.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { useTranslated, TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Markdown } from "#app/ui/markdown.tsx";
import { parseMarkdown, type Block } from "#domain/content/markdown.ts";
import { ProofLink } from "./proof-link.tsx";
import aboutStyles from "./about.css?inline";
import type { Route } from "./+types/about";

export const handle = { styles: aboutStyles + messageStyles };

export async function loader({ context }: Route.LoaderArgs) {
  const content = context.get(contentContext);
  const [about, changed, page] = await Promise.all([
    content.about(),
    content.aboutChanged(),
    content.aboutText(),
  ]);
  if (about === null || changed === null) return data(null, { status: 404 });
  // Readers see one page; editors see two records.
  const day = dayOf(page && page.updatedAt > changed ? page.updatedAt : changed);
  return { about, page, day, origin: context.get(originContext) };
}

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Found {...loaderData} /> : <NotFound />;
}

type Props = { about: About; page: AboutText | null; day: Day; origin: string };

function Found({ about, page, day, origin }: Props) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const fund = useFund();
  const fundData = useFundData(origin);
  const path = localAddress(language, "/about");
  const [first] = about.pictures;
  return (
    <>
      <PageHead
        origin={origin}
        fund={fund}
        title={written(about.title)}
        description={t("pages.about.description", { fund })}
        picture={first ?? null}
        data={[
          breadcrumb(origin, [
            { name: t("frame.home"), path: localAddress(language, "/") },
            { name: t("frame.about"), path },
          ]),
          {
            "@type": "AboutPage",
            name: written(about.title),
            url: origin + path,
            mainEntity: fundData,
          },
        ]}
      />
      <Part>
        <Body about={about} page={page} day={day} />
      </Part>
    </>
  );
}

function Body({ about, page, day }: Omit<Props, "origin">) {
  const t = useText();
  const language = useLanguage();
  const [first, ...others] = about.pictures;
  return (
    <>
      <header className="about-opening wrap">
        <div>
          <TranslatedText as="h1" text={about.title} />
          <TranslatedText as="p" className="lead" text={about.description} />
          <p className="about-day">
            <time dateTime={day}>{t("pages.updated", { date: formatDay(day, language) })}</time>
          </p>
        </div>
        <div className="about-arch">
          <DescribedPicture picture={first ?? null} sizes="(min-width: 48rem) 27rem, 90vw" priority />
        </div>
      </header>
      <Aims about={about} />
      {page && <Story page={page} />}
      {others.map((picture) => (
        <div key={picture.id} className="about-wide wrap">
          <DescribedPicture picture={picture} sizes="min(72rem, 100vw)" />
        </div>
      ))}
      <Accountability about={about} />
      <MoreLinks />
    </>
  );
}

function Aims({ about }: { about: About }) {
  const t = useText();
  return (
    <section className="band sunk">
      <div className="about-aims wrap">
        <div>
          <h2>{t("pages.about.mission")}</h2>
          <TranslatedText as="p" text={about.mission} />
        </div>
        <div>
          <h2>{t("pages.about.vision")}</h2>
          <TranslatedText as="p" text={about.vision} />
        </div>
      </div>
    </section>
  );
}

function Story({ page }: { page: AboutText }) {
  const language = useLanguage();
  const body = inLanguage(page.body, language);
  const local = (path: string) => localAddress(language, path);
  return (
    <div className="about-story wrap" lang={body.lang === language ? undefined : body.lang}>
      {partsOf(parseMarkdown(body.text)).map(({ heading, blocks }, at) => (
        <section key={at}>
          <div className="about-heading">
            <Markdown blocks={heading} localAddress={local} />
          </div>
          <div className="about-words">
            <Markdown blocks={blocks} localAddress={local} />
          </div>
        </section>
      ))}
    </div>
  );
}

function partsOf(blocks: Block[]): { heading: Block[]; blocks: Block[] }[] {
  const parts: { heading: Block[]; blocks: Block[] }[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (block.kind === "heading" && block.level === 2) parts.push({ heading: [block], blocks: [] });
    else if (last) last.blocks.push(block);
    else parts.push({ heading: [], blocks: [block] });
  }
  return parts;
}

function Accountability({ about }: { about: About }) {
  const t = useText();
  if (about.accountability.length === 0) return null;
  return (
    <section className="band sunk">
      <div className="wrap">
        <h2>{t("pages.about.accountability")}</h2>
        <dl className="about-accountability">
          {about.accountability.map((item) => (
            <div key={item.title.en}>
              <dt>
                <TranslatedText text={item.title} />
              </dt>
              <dd>
                <TranslatedText text={item.description} />
                <ProofLink title={item.title.en} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function MoreLinks() {
  const t = useText();
  const language = useLanguage();
  const ways = [
    { path: "/#advisory", name: t("pages.about.advisory"), text: t("pages.about.advisoryText") },
    {
      path: "/infrastructure",
      name: t("pages.about.infrastructure"),
      text: t("pages.about.infrastructureText"),
    },
    { path: "/campaigns", name: t("pages.about.campaigns"), text: t("pages.about.campaignsText") },
  ];
  return (
    <section className="band">
      <div className="wrap">
        <h2>{t("pages.about.more")}</h2>
        <ul className="about-more plain-list">
          {ways.map(({ path, name, text }) => (
            <li key={path}>
              <a href={localAddress(language, path)}>{name}</a>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function NotFound() {
  const t = useText();
  return <PageNotFound ways={[{ path: "/", name: t("notFound.home") }]} />;
}

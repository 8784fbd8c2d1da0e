import { z } from "zod";
import { languages } from "#domain/content/language.ts";
import { examples } from "#email/examples.ts";
import { readListQuery, typedText } from "#app/staff/list/list-query.ts";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { nameOfExample } from "./words.ts";
import { writeExample } from "./write-example.server.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/preview";

export const handle = { policy: "staff" };

const previewQuery = z.object({
  kind: typedText(40),
  language: z.enum(languages).catch("en"),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const { kind, language } = readListQuery(url, previewQuery);
  const { name, message } =
    examples.find((each) => each.name === kind) ??
    examples.find((each) => each.message.kind === kind) ??
    examples[0];
  const { subject, text } = await writeExample(context, message, language);
  const options = examples.map((each) => ({ value: each.name, label: nameOfExample(each) }));
  return { name, language, subject, text, options };
}

export default function MailPreview({ loaderData }: Route.ComponentProps) {
  const { name, language, subject, text, options } = loaderData;
  return (
    <>
      <PageHead title="Email templates" back={{ to: "/admin/mail", label: "All emails" }} />
      <FilterForm label="Choose an email" button="Show">
        <SelectField id="kind" label="Email" defaultValue={name} options={options} />
        <SelectField
          id="language"
          label="Language"
          defaultValue={language}
          options={[
            { value: "en", label: "English" },
            { value: "sw", label: "Kiswahili" },
          ]}
        />
      </FilterForm>
      <p className="list-line">
        <span>
          Subject: <strong lang={language}>{subject}</strong>
        </span>
        <span>Example content</span>
      </p>
      <div className="letter-parts">
        <section aria-labelledby="as-html">
          <h2 id="as-html">HTML version</h2>
          <iframe
            className="letter-page"
            title="HTML version of the email"
            sandbox=""
            src={`/admin/mail/preview/${name}/${language}`}
          />
        </section>
        <section aria-labelledby="as-text">
          <h2 id="as-text">Plain text version</h2>
          <pre
            className="letter-text"
            lang={language}
            tabIndex={0}
            role="region"
            aria-label="Plain text version of the email"
          >
            {text}
          </pre>
        </section>
      </div>
    </>
  );
}

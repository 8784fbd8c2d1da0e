import { data, Link } from "react-router";
import { visitorContext } from "#app/http/context.server.ts";
import { locales } from "#domain/language.ts";
import { serves } from "#domain/account.ts";
import { editors } from "./navigation.ts";
import type { Route } from "./+types/dashboard";

export function loader({ context }: Route.LoaderArgs) {
  const person = context.get(visitorContext);
  if (!person) throw data(null, { status: 401 });
  return {
    email: person.email,
    id: person.id,
    role: person.role,
    since: longDate.format(person.createdAt),
    editors: serves("staff", person) ? editors : [],
  };
}

const longDate = new Intl.DateTimeFormat(locales.en, {
  dateStyle: "long",
  timeZone: "Africa/Dar_es_Salaam",
});

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { email, id, role, since, editors } = loaderData;
  return (
    <>
      <title>Dashboard</title>
      <meta name="robots" content="noindex" />
      <div className="staff-head">
        <h1>Dashboard</h1>
        <a className="button" href="/">
          View Live Website
        </a>
      </div>
      <section className="staff-card" aria-labelledby="account">
        <h2 id="account">Your account</h2>
        <dl className="staff-facts">
          <div>
            <dt>Email</dt>
            <dd>{email}</dd>
          </div>
          <div>
            <dt>User ID</dt>
            <dd>
              <code>{id}</code>
            </dd>
          </div>
          <div>
            <dt>Created</dt>
            <dd>{since}</dd>
          </div>
          <div>
            <dt>Role</dt>
            <dd>{role}</dd>
          </div>
        </dl>
      </section>
      {editors.length > 0 && (
        <section className="staff-card" aria-labelledby="editors">
          <h2 id="editors">Edit the website</h2>
          <ul className="staff-editors">
            {editors.map(({ label, address }) => (
              <li key={address}>
                <Link className="button quiet" to={address}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

import { data, Link } from "react-router";

export const loader = () => data(null, { status: 404 });

export default function NoSuchPlace() {
  return (
    <>
      <title>Page Not Found</title>
      <div className="staff-head">
        <h1>Page Not Found</h1>
        <Link className="button" to="/dashboard">
          Back to Dashboard
        </Link>
      </div>
      <p>There is no page of the staff area at this address.</p>
    </>
  );
}

export const organizerTexts = {
  signUp: {
    title: "Create an account",
    text: "Organizers of campaigns have an account. You do not need one to donate.",
    name: "Your name",
    email: "Email address",
    emailHint: "We send messages about your account here.",
    button: "Create account",
    known: "I already have an account",
    allRequired: "All fields are required",
    problems: {
      "name-required": "Name is required",
      "name-too-long": "Name must be 100 characters or fewer",
      "email-required": "Email is required",
      "email-invalid": "Please enter a valid email address",
      "email-disposable": "Use an email address that you will still have in a year",
    },
    proofNeeded:
      "We need to check that you are not a robot. Enter your password again and press the button in {seconds, plural, one {# second} other {# seconds}}.",
    done: "Sign in to continue",
    doneText: "Use your email address and password. We have also sent you an email: open its link soon.",
  },
  organizer: {
    title: "My campaigns",
    text: "Your campaigns, and what they have raised.",
    none: "You have no campaigns yet.",
    manage: "Manage your campaign",
    publicPage: "View the public page",
    raisedOf: "{raised} of {goal} raised, {donors, plural, one {# donor} other {# donors}}",
    statuses: {
      pending: "Waiting for review",
      active: "Live",
      paused: "Paused",
      completed: "Completed",
      rejected: "Rejected",
    },
  },
};

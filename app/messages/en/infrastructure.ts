export const infrastructureTexts = {
  infrastructure: {
    eyebrow: "Building projects",
    title: "Infrastructure",
    text: "Three buildings that every later student will use. Each has its plan, its price and its time, and you see how far it has come.",
    description:
      "The building projects of {fund}: what each will hold, what it costs, how long it takes and how far it has come.",
    learnMore: "Learn More",
    learnMoreAbout: "Learn More: {title}",
    back: "All building projects",
    details: "Project Details",
    target: "Target Amount",
    location: "Location",
    timeline: "Timeline",
    features: "Key Features",
    about: "About the project",
    projectDescription:
      "{title} at {fund}: {target}, {timeline}. What it will hold, and how far it has come.",
    amounts: "Amounts",
    otherAmount: "Another amount",
    campaign: "See the campaign",
    closed: "This project takes no gifts at the moment. Its campaign says why.",
    notOpen: "Gifts to this project are not open yet. The campaigns that are open need you in the meantime.",
    campaigns: "See the campaigns",
    none: "There is no building project at the moment.",
  },
};

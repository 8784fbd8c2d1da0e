export const methods = ["mobile", "card", "bank", "cash"] as const;
export const providers = ["azampay", "selcom", "offline"] as const;

export const amountHint = "For example 250,000 for shillings or US$250.50 for dollars";

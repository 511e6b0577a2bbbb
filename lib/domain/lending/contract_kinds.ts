/** What a contract is: the commitment, its renewal, or an amendment of either. */
export const CONTRACT_KINDS = ["commitment", "renewal", "amendment"] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];

/** Fetches a file that a glTF file refers to, by its URI as it stands there, percent-decoded. */
export type ResolveFile = (uri: string) => Uint8Array | Promise<Uint8Array>;

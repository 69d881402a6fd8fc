// Where the exact law's kernel (kernels/law.ts) has what it is handed, in bytes, at the beginning of its memory: a
// block up to its factor, residual and solution, derivative, moments of the friction polygon, the outline, and the
// friction polygon where that is another. Behind them lies what it needs while it solves.

/** Numbers of a block: parameters, rhs, λ, compliance, S and its factor (solver/blocks.ts), of six rows. */
export const LAW_NUMBERS = 106;
/** Vertices that there is room for. Patches with more are left to TypeScript, as unions are. */
export const MOST_OUTLINE = 64;
export const MOST_FRICTION = 32;

export const LAW_BLOCK = 0;
/** λ, S and its factor of the block. */
export const LAW_LAMBDA = LAW_BLOCK + 8 * 22;
export const LAW_SCHUR = LAW_BLOCK + 8 * 34;
export const LAW_FACTOR = LAW_SCHUR + 8 * 36;
export const LAW_R = LAW_BLOCK + 8 * LAW_NUMBERS;
export const LAW_P = LAW_R + 48;
export const LAW_D = LAW_P + 48;
export const LAW_MOMENTS = LAW_D + 288;
export const LAW_OUTLINE = LAW_MOMENTS + 48;
export const LAW_FRICTION = LAW_OUTLINE + 16 * MOST_OUTLINE;
export const LAW_SCRATCH = LAW_FRICTION + 16 * MOST_FRICTION;

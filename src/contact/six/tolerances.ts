// Every tolerance of model six, once. How long and how well the law is solved stands with it (wrench-law.ts,
// normal-law.ts, crowd-visit.ts).
//
// Lengths are shares of the target depth d̄ (2e-5 of the thinner body by default) or of the thinner body, so that they
// hold for bodies of any size.

/**
 * What bore and is open by less than this share of d̄ stays closed: else forces that nothing determines would wander
 * for ever.
 */
export const CLOSED = 1e-3;
/**
 * The same where faces meet, whose patch is the same at any depth. They still overlap by the rest of d̄. What correction
 * lifts off its neighbours by less would be asked to come down again, by gap/h within one step: in a pile such demands
 * contradict each other, its impulses drift, its bodies go up and down within d̄, and at 0.03 it rests 100 steps later.
 */
export const FLUSH = 0.3;
/** Share of that by which a patch that is closed along an edge may seem closed elsewhere, by rounding. */
export const FLUSH_ROUNDING = 1e-6;
/** What would be closed by less than this share of d̄ does not press: nobody wakes for it, and it gets no block. */
export const PRESSED = 0.01;
/** Friction below this share of its limit has stuck. */
export const STICKS = 0.95;
/** Bodies turn together if their angular velocities differ by less than this share. */
export const ALIKE = 0.01;
/** Faces that lean less than this bounce as one (slope). */
export const LEVEL = 1e-6;

/** A step in a floor lower than this many d̄ is none: bodies rest that deep, and solvers leave a little more. */
export const THIN = 6;
/** Normals that enclose more than this (cosine) belong to different walls of an internal edge. */
export const ACROSS = 0.95;
/** How far a body is pushed on to see whether an internal edge would stop it, as a multiple of its height. */
export const PUSH = 10;

/** Bodies that move farther than this share of the thinner one in a step are followed to where they meet. */
export const FOLLOWED = 0.02;
/** Closer than this share of their way they have as good as met: where they are now tells by which faces. */
export const MET = 0.05;
/**
 * Stages of a way that are looked at, at most, and how long one may be as a share of the thinner body: nothing passes
 * between two.
 */
export const MOST_STAGES = 128;
export const STAGE = 0.4;
/** Halvings of the stage in which bodies meet: a hundredth of the thinner body deep, faces can be told apart. */
export const HALVINGS = 5;
/** Where flat parts meet, they are looked at this share of the thinner one inside each other. */
export const DEEPER = 0.01;
/** Steps of conservative advancement until parts meet, at most. */
export const MOST_ADVANCES = 64;
/**
 * Bodies that go farther than so many of their radii in a step fly until they meet something, and are then looked at.
 */
export const LEAP = 4;
/** Vertices of the polygon that friction is integrated over: 2e-4 of a disc's spin bound (patch.ts). */
export const FRICTION_VERTICES = 16;

/**
 * Bodies that turn by more than this in a step (rad), or go farther than this share of the thinner one, are fast to a
 * second look: it follows them on their way.
 */
export const TURNED = 0.03;
export const FAR = 0.25;
/** A second look is taken every so many radians of the way, and at most so often. */
export const STAGE_TURN = 0.4;
export const MOST_LOOKS = 24;
/** What a second look leaves alone at the end of the step: share of the thinner body, if it is fast, and d̄. */
export const LOOK = 0.005;
export const LOOK_DEPTHS = 20;
/**
 * The same of what correction itself has moved: it begins anew for that, and forgets what it could have taken back.
 * At a tenth of it 300 mixed bodies took a third longer, and a quarter more work.
 */
export const LOOK_MOVED = 0.05;

/** How often a substep is looked at again, at most; and contacts of features. */
export const LOOKS = 3;
export const FEATURE_LOOKS = 6;
/**
 * Looks that overlaps are given, at most, while anything is deeper than this share of the thinner body at the end of
 * the step: a chain that is jerked is pulled taut link by link, one in every look.
 */
export const LATE_LOOKS = 12;
export const LATE = 0.01;
/**
 * Wherever it can, the step begins again instead, in so many even parts; and so many steps after
 * it are made in as many, since chains are jerked for longer than a step. What faces each other is mostly struck
 * once: its steps are where that happens twice within so many.
 */
export const DIVIDED = 3;
export const DIVIDED_FOR = 8;
/** Contacts of features that are deeper than this (d̄) at the last look contradict each other. */
export const JAMMED = 20;
/**
 * Overlaps get a second look where bodies go farther than this many d̄ in a step; the first one minds what is deeper than
 * it may be by this share of d̄, further ones leave LOOK_DEPTHS alone. They take for known what faces the same way to 20°
 * (cosine).
 */
export const LOOK_WAY = 3;
export const LOOK_LEAST = 0.5;
export const LOOK_ALIKE = 0.94;

/** The power of how far bodies came that V goes with, at most: that of a tip (overlap-writer.ts). */
export const MOST_POWER = 3;

/** Features of one vertex whose normals enclose more than this (cosine) are different faces. */
export const SAME_PLANE = 1 - 1e-7;
/** Features that lie farther apart than this share of the thinner body are found by looks ahead alone. */
export const FEATURE_REACH = 0.01;
/** How deep edges of features may lie in each other, as a share of the thinner body. */
export const FEATURE_DEEP = 0.25;
/**
 * Features that are deep have come through each other if the point where they meet lies in the other body by this share
 * of their depth: a vertex by all of it, crossed edges by the sine of half the angle of one, which is 15° here.
 */
export const COME_THROUGH = 0.25;
/** Deeper than this share of the thinner body features are looked for earlier on the way, halved at most so often. */
export const FEATURE_SHALLOW = 0.02;
export const FEATURE_HALVINGS = 4;
/**
 * Turn of a body in a step (rad) beyond which gaps of its end are not foreseen by its start, and what rubs touches by
 * its overlaps, which are looked at in stages.
 */
export const FEATURE_TURN = 0.25;
/**
 * Bodies that hold each other by features and turn by the first angle in a step (rad) have it made in several parts
 * (world/step.ts): one more than it takes for none to turn them by more than the second angle, and no fewer or more than
 * these. What contacts bear loses its lead (world/gravity.ts) each time that the number of parts changes, from n to m at
 * a turn θ (1/n - 1/m) θ of the height from which a pendulum is let go, on its way down and on its way up again: so three
 * at once, and seldom more. Half a swing of a hinge at 12 rad/s and 1/100 s: 1 %.
 */
export const HELD_TURN = 0.005;
export const STEP_TURN = 0.04;
export const FEWEST_STEPS = 3;
export const MOST_STEPS = 12;
/** Directions of prisms that agree to this (cosine, 2°) are one: bearings leave gears some play. */
export const ALONG = 0.9994;
/** Edges that enclose less than this (sine) are nearly parallel. */
export const CROSSING = 0.1;
/** Features whose rows differ by less than this are not taken up in the same look; so many are, at most. */
export const ALIKE_ROWS = 0.2;
export const MOST_FEATURES = 12;

/** Depth that correction takes out in one step, as a share of the thinner body: half would be seen as a jump. */
export const CORRECTED = 0.2;
/** The move (m) below which sweeps of correction end. */
export const CORRECTED_ENOUGH = 1e-10;
/**
 * Visits that correction has for an island in a step, about, and the sweeps that makes at least and at most: a light
 * body between heavy ones takes as many sweeps as they are heavier. Gaps are measured again after so many at least, and
 * as often as there are passes; no more once the fewest are left. Volumes follow to first order only, and are
 * measured more often: with eight sweeps a chain of 20 links that is jerked went into itself by 22 % of its wire, with
 * two to four by 2 %.
 */
export const PASS_SWEEPS = 8;
export const PASS_SWEEPS_OF_OVERLAPS = 4;
export const CORRECTION_VISITS = 16384;
export const CORRECTION_FEWEST = 16;
export const CORRECTION_MOST = 256;
/**
 * A body ρ times lighter than the two that it lies between has (1 - 1/ρ)ⁿ of its depth left after n sweeps: a hundredth
 * after 4.6 ρ. So in an island of several contacts masses count as if they differed by no more than its sweeps allow:
 * correction changes no velocity, and is free to weigh bodies as it likes.
 */
export const SWEEPS_PER_RATIO = 4.6;
/**
 * Correction measures an overlap of meshes anew where bodies have moved by so many d̄ since it was measured: its depth is
 * off by no more than that (6e-4 of the thinner body), and that to second order. After each d̄ a salad took a third longer.
 */
export const MOVED_HERE = 30;
/** Contacts of an island with such overlaps that are corrected together, at most. */
export const TOGETHER_MOST = 64;
/** Mean depth from which on an overlap is deep, as a share of the thinner body: its gradient may point anywhere. */
export const DEEP = 0.1;

/** Motion since detection up to which geometry is reused, as a share of d̄: the outline is off by as much. */
export const REUSE = 0.02;
/**
 * The same of convex bodies in a crowd in motion, whose sweeps leave more than that: a ball's depth, which follows to
 * first order, is then off by half of it, and second looks leave LOOK_DEPTHS alone. And in one that is calm after it has
 * moved, and swept: found anew by the hair that they creep in every step, contacts would make them creep.
 */
export const REUSE_IN_MOTION = 5;
export const REUSE_SWEPT = 1;
/** How far a patch's centre may wander in a step and still be the same patch, as a share of the thinner body. */
export const MATCH_PER_SIZE = 0.2;
/**
 * How far bodies may slide at a mesh's patch that came apart and still keep it (d̄): surfaces differ a step farther.
 */
export const KEPT_OPEN = 20;
/** The same for tori: share of the thinner body. */
export const KEPT_OPEN_SMOOTH = 0.05;
/**
 * Patches of one plane: cosine of the angle up to which they face the same way (6°), and how far they may be off it
 * (d̄).
 */
export const FACING = 0.995;
export const TOGETHER = 2;
/**
 * Patches of one pair of parts, at most (a table has four), and of a mesh and a half-space; the smallest join their
 * neighbours.
 */
export const MOST_PATCHES = 4;
export const MOST_FEET = 16;

/**
 * Curved parts that come closer or slide by more than this share of the thinner in a step pass each other in a crowd.
 */
export const PASSING = 0.01;

/** A pair's depth is less than this share of the smaller radius, unless the scene says how deep. */
export const DEPTH_BOUND = 1e-3;

/** Overlaps smaller than this share of the largest of their pair are specks: they bear nothing and only cost. */
export const SPECK = 1e-6;
/** Passing into each other by less than this many d̄ is grazing. */
export const GRAZE = 4;

/** How a patch of curved bodies ends is measured at this share of the way from its centre to the overlap's end. */
export const END_PROBE = 0.97;
/**
 * Thickness there over mean depth: curved below the first (a ball has 0.12, a roller 0.09), an edge above the second.
 */
export const END_CURVED = 0.2;
export const END_EDGED = 0.5;
/** Rays start this many mean depths outside the patch's plane. */
export const END_START = 8;

/** Shares of the normal force (per metre for torques) that are rounding in reports. */
export const NOTHING = 1e-15;

/**
 * A rim rolls if its lowest point goes round by more than this in a step (rad): 2 rad/s at 1 ms. Of what rolls more
 * slowly every corner of the polygon that stands for the rim is lifted by correction.
 */
export const ROLLS = 0.002;
/**
 * Where a rim goes round by φ in a step, it comes down by half of r sin α φ² beside the point that it was on. On a
 * plane it rolls on its overlap while sin α φ² is less than this, and loses little; beyond it the rim that follows it
 * within the step holds it, since correction would lift it by as much. (On its rim alone a coin that rolls almost
 * upright is righted, where it should curl in.)
 */
export const ROLLS_DOWN = 0.01;
/** It lands instead if it goes farther than this share of the thinner body along the normal. */
export const ROLLS_IN = 0.25;

/** Deeper in a triangle of terrain than this share of the body, while less deep in another: it is on the far side. */
export const GROUND_DEEP = 0.3;
/** Triangles of terrain that face the same way (cosine) are one plane to a body that slides over them. */
export const SAME_GROUND = 0.999999;

/** Give of a locked direction, as a share of the others': what asks for nothing there changes nothing by it. */
export const LOCKED = 1e-9;
/** A pivot below this share of its diagonal is rounding: the row bears nothing. */
export const RANK = 1e-12;
/**
 * Signs of sums of a few terms are sure to this share of their largest; what differs by less than the second share
 * differs by what cancellation may leave.
 */
export const ROUNDING = 1e-13;
export const UNSURE = 1e-6;

/** Hardness of corners (Pa): that of oak. Soft wood has half of it, plastics three times as much, steel fifty times. */
export const HARDNESS = 3e7;

package io.metasched.resource.model;

/**
 * Weight of a part, in a criterion that is the sum of the weights. A greater argument never makes
 * it less, because domains omit parts that others are no worse than in all three.
 */
@FunctionalInterface
public interface PartWeight {
  /** Weight of a part by its length alone. */
  PartWeight LENGTH = (length, energy, cost) -> length;

  /** Returns the weight of a part. */
  long of(long lengthTicks, long energyMilli, long costMilli);
}

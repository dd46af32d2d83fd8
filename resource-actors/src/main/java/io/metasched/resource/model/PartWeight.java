package io.metasched.resource.model;

/**
 * Weight of a part in a criterion that is a sum of weights. A greater argument never decreases the
 * weight, because domains omit a part if others are no worse in all three arguments.
 */
@FunctionalInterface
public interface PartWeight {
  /** Weight of a part by its length alone. */
  PartWeight LENGTH = (length, energy, cost) -> length;

  /** Returns the weight of a part. */
  long of(long lengthTicks, long energyMilli, long costMilli);
}

package io.metasched.resource.profile;

/**
 * Kind of slots in which free capacity is kept.
 *
 * <p>Source: the hierarchical reservation paper, section 3.3.
 *
 * @param lengthTicks length of the slots, at least 1; 0 for variable slots, which begin where the
 *     number of free processors changes
 */
public record CapacitySlots(long lengthTicks) {
  /** Slots that begin where the number of free processors changes. */
  public static final CapacitySlots VARIABLE = new CapacitySlots(0);

  /**
   * @throws IllegalArgumentException if the length is negative
   */
  public CapacitySlots {
    if (lengthTicks < 0) {
      throw new IllegalArgumentException("slots cannot last %d ticks".formatted(lengthTicks));
    }
  }

  /** Creates a profile with such slots, in which {@code processors} are free from tick 0. */
  public FreeCapacity profile(int processors) {
    return lengthTicks == 0
        ? new CapacityProfile(0, processors)
        : new FixedSlots(lengthTicks, 0, processors);
  }
}

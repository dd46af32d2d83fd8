package io.metasched.resource.profile;

/**
 * In which slots free capacity is kept.
 *
 * <p>Source: the hierarchical reservation paper, section 3.3.
 *
 * @param lengthTicks length of the slots, at least 1; 0 for variable ones, which begin where the
 *     number of free processors changes
 */
public record CapacitySlots(long lengthTicks) {
  /** Slots that begin where the number of free processors changes. */
  public static final CapacitySlots VARIABLE = new CapacitySlots(0);

  /**
   * @throws IllegalArgumentException for a negative length
   */
  public CapacitySlots {
    if (lengthTicks < 0) {
      throw new IllegalArgumentException("slots cannot last %d ticks".formatted(lengthTicks));
    }
  }

  /** A new profile in such slots, in which {@code processors} are free from tick 0 on. */
  public FreeCapacity profile(int processors) {
    return lengthTicks == 0
        ? new CapacityProfile(0, processors)
        : new FixedSlots(lengthTicks, 0, processors);
  }
}

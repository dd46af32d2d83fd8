package io.metasched.resource.profile;

/** Argument checks of all profiles, with common messages. */
final class ProfileChecks {
  private ProfileChecks() {}

  static void requireStart(long start) {
    if (start < 0) {
      throw new IllegalArgumentException("a profile cannot begin before 0, but at " + start);
    }
  }

  static void requireKnown(FreeCapacity profile, long tick) {
    if (tick < profile.start()) {
      throw new IllegalArgumentException(
          "%d is before the profile, which begins at %d".formatted(tick, profile.start()));
    }
  }

  static void requireSpan(FreeCapacity profile, long start, long end, int processors) {
    if (start >= end || start < profile.start()) {
      throw new IllegalArgumentException(
          "[%d, %d) is not a span of a profile that begins at %d"
              .formatted(start, end, profile.start()));
    }
    if (processors < 1) {
      throw new IllegalArgumentException("processors must be positive, but are " + processors);
    }
  }

  static void requireFree(FreeCapacity profile, long start, long end, int processors) {
    if (profile.earliestStart(start, end - start, processors, start) != start) {
      throw new IllegalArgumentException(
          "%d processors are not free from %d to %d".formatted(processors, start, end));
    }
  }
}

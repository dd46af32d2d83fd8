package io.metasched.lab.check;

import java.util.ArrayList;
import java.util.List;

/** Collector of violations. */
final class Findings {
  private final List<Finding> all = new ArrayList<>();

  /** Adds a violation unless {@code holds}. */
  @SuppressWarnings("AnnotateFormatMethod") // @FormatMethod would need another dependency
  void require(boolean holds, Invariant invariant, String otherwise, Object... words) {
    if (!holds) {
      all.add(new Finding(invariant, otherwise.formatted(words)));
    }
  }

  List<Finding> all() {
    return List.copyOf(all);
  }
}

package io.metasched.service.check;

import java.util.ArrayList;
import java.util.List;

/** What has been found so far. */
final class Findings {
  private final List<Finding> all = new ArrayList<>();

  /** Something must hold. */
  @SuppressWarnings("AnnotateFormatMethod") // its annotation would be one more dependency
  void require(boolean holds, Promise promise, String otherwise, Object... words) {
    if (!holds) {
      all.add(new Finding(promise, otherwise.formatted(words)));
    }
  }

  List<Finding> all() {
    return List.copyOf(all);
  }
}

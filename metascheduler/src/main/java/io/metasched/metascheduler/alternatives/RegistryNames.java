package io.metasched.metascheduler.alternatives;

import java.util.StringJoiner;
import java.util.function.Function;

/** Lookup of registry entries by the name used in configurations. */
final class RegistryNames {
  private RegistryNames() {}

  static <T> T find(String kind, String name, T[] entries, Function<T, String> nameOf) {
    var known = new StringJoiner(", ");
    for (T entry : entries) {
      String candidate = nameOf.apply(entry);
      if (candidate.equals(name)) {
        return entry;
      }
      known.add(candidate);
    }
    throw new IllegalArgumentException("unknown %s '%s'; known: %s".formatted(kind, name, known));
  }
}

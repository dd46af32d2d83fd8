package io.metasched.metascheduler.alternatives;

import java.util.function.Supplier;

/** Registry of the algorithms that choose a combination. */
public final class CombinationChoices {
  private static final Entry[] ENTRIES = {
    new Entry("recursion", BackwardRecursion::new), //
    new Entry("exact", ExactChoice::new),
  };

  private record Entry(String name, Supplier<CombinationChoice> factory) {}

  private CombinationChoices() {}

  /**
   * Returns the algorithm with the given name. Rejects an unknown name with the list of known ones.
   */
  public static CombinationChoice named(String name) {
    return RegistryNames.find("combination choice", name, ENTRIES, Entry::name).factory().get();
  }
}

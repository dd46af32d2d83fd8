package io.metasched.metascheduler.alternatives;

import java.util.function.Supplier;

/** The registry of ways to choose a combination, by the name users write. */
public final class CombinationChoices {
  private static final Entry[] ENTRIES = {
    new Entry("recursion", BackwardRecursion::new), //
    new Entry("exact", ExactChoice::new),
  };

  private record Entry(String name, Supplier<CombinationChoice> factory) {}

  private CombinationChoices() {}

  /** The choice of that name; an unknown name is refused with the list of known ones. */
  public static CombinationChoice named(String name) {
    return RegistryNames.find("combination choice", name, ENTRIES, Entry::name).factory().get();
  }
}

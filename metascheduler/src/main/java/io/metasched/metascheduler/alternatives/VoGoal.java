package io.metasched.metascheduler.alternatives;

/**
 * What the VO wants from the chosen combination of alternatives as a whole.
 *
 * <p>Source: problems (6)-(9) of Metascheduling and Heuristic Co-Allocation Strategies, section
 * 2.3. The quota t* limits the summed slot time, the budget b* the summed cost.
 */
public enum VoGoal {
  /** Greatest summed cost under t*; equation (6). */
  MAX_INCOME("max-income"),
  /** Least summed slot time under b*; equation (7). */
  MIN_TIME("min-time"),
  /** Least summed cost under t*; equation (8). */
  MIN_COST("min-cost"),
  /** Greatest summed slot time under t*; equation (9). */
  MIN_IDLENESS("min-idleness");

  private final String registryName;

  VoGoal(String registryName) {
    this.registryName = registryName;
  }

  /** What an alternative adds to the criterion; a combination is to be greatest in the sum. */
  public long gain(Offer offer) {
    return switch (this) {
      case MAX_INCOME -> offer.costMilli();
      case MIN_TIME -> -offer.timeTicks();
      case MIN_COST -> -offer.costMilli();
      case MIN_IDLENESS -> offer.timeTicks();
    };
  }

  /** The name users write. */
  public String registryName() {
    return registryName;
  }

  /** The goal of that registry name; an unknown name is refused with the list of known ones. */
  public static VoGoal named(String name) {
    return RegistryNames.find("VO goal", name, values(), VoGoal::registryName);
  }
}

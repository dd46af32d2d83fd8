package io.metasched.metascheduler.alternatives;

/**
 * Goal of the VO for the chosen combination of alternatives as a whole.
 *
 * <p>Source: problems (6)-(9) of Metascheduling and Heuristic Co-Allocation Strategies, section
 * 2.3. The quota t* limits the sum of slot times; the budget b* limits the sum of costs.
 */
public enum VoGoal {
  /** Greatest sum of costs under t*; equation (6). */
  MAX_INCOME("max-income"),
  /** Least sum of slot times under b*; equation (7). */
  MIN_TIME("min-time"),
  /** Least sum of costs under t*; equation (8). */
  MIN_COST("min-cost"),
  /** Greatest sum of slot times under t*; equation (9). */
  MIN_IDLENESS("min-idleness");

  private final String registryName;

  VoGoal(String registryName) {
    this.registryName = registryName;
  }

  /**
   * Returns the contribution of an alternative to the criterion; the sum over a combination is
   * maximized.
   */
  public long gain(AlternativeOffer offer) {
    return switch (this) {
      case MAX_INCOME -> offer.costMilli();
      case MIN_TIME -> -offer.timeTicks();
      case MIN_COST -> -offer.costMilli();
      case MIN_IDLENESS -> offer.timeTicks();
    };
  }

  /** Returns the name in configurations. */
  public String registryName() {
    return registryName;
  }

  /** Returns the goal with the given name. Rejects an unknown name with the list of known ones. */
  public static VoGoal named(String name) {
    return RegistryNames.find("VO goal", name, values(), VoGoal::registryName);
  }
}

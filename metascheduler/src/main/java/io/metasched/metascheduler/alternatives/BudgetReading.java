package io.metasched.metascheduler.alternatives;

/**
 * Derivation of the budget b* of {@link VoGoal#MIN_TIME}; the source leaves the derivation open.
 *
 * <p>Under each reading, at least one combination is within the budget.
 */
public enum BudgetReading {
  /** b* is the optimum of equation (6) under t*. */
  GREATEST_INCOME("i"),
  /** b* is the sum over the jobs of the mean cost of their alternatives, each in whole money. */
  MEAN_COSTS("ii"),
  /** b* is the sum of the users' cost limits, or the lowest possible cost if it is higher. */
  USER_LIMITS("iii");

  private final String registryName;

  BudgetReading(String registryName) {
    this.registryName = registryName;
  }

  /** Returns the name in configurations. */
  public String registryName() {
    return registryName;
  }

  /**
   * Returns the reading with the given name. Rejects an unknown name with the list of known ones.
   */
  public static BudgetReading named(String name) {
    return RegistryNames.find("budget reading", name, values(), BudgetReading::registryName);
  }
}

package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.alternatives.BudgetReading;
import io.metasched.metascheduler.alternatives.CombinationChoice;
import io.metasched.metascheduler.alternatives.CombinationChoices;
import io.metasched.metascheduler.alternatives.VoGoal;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.search.WindowSearches;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings of a policy.
 *
 * @param search window searches that the policy uses
 * @param alternativesCap maximum number of alternatives per job; {@link Integer#MAX_VALUE} for no
 *     limit
 * @param goal goal for the VO's choice among the alternatives
 * @param reading derivation of the VO's budget b*
 * @param choice algorithm that computes the choice
 * @param options the policy's own options by name
 */
public record PolicySettings(
    SearchFamily search,
    int alternativesCap,
    VoGoal goal,
    BudgetReading reading,
    CombinationChoice choice,
    SortedMap<String, String> options) {

  private static final int ALTERNATIVES_CAP = 14;

  public PolicySettings {
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
  }

  /**
   * Returns the defaults of the scenarios without options: exact searches, up to 14 alternatives,
   * and the exact choice of the least time within the mean costs.
   */
  public static PolicySettings defaults() {
    return new PolicySettings(
        SearchFamily.exact(WindowSearches.DEFAULT_STEP_LIMIT),
        ALTERNATIVES_CAP,
        VoGoal.MIN_TIME,
        BudgetReading.MEAN_COSTS,
        CombinationChoices.named("exact"),
        Collections.emptySortedMap());
  }

  /** Returns a copy with the given options. */
  public PolicySettings withOptions(SortedMap<String, String> newOptions) {
    return new PolicySettings(search, alternativesCap, goal, reading, choice, newOptions);
  }

  /**
   * Returns the value of an option that is a whole number.
   *
   * @throws IllegalArgumentException if the option is missing, not a number or out of range
   */
  public int whole(String option, int least, int most) {
    var given = options.get(option);
    try {
      int value = Integer.parseInt(String.valueOf(given));
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) { // reported by the error below
    }
    throw new IllegalArgumentException(
        "%s: allowed is a whole number from %d to %d, given was '%s'"
            .formatted(option, least, most, given));
  }

  /**
   * Returns the value of an option that is one of {@code allowed}.
   *
   * @throws IllegalArgumentException if the value is not allowed
   */
  public String oneOf(String option, List<String> allowed) {
    var given = options.get(option);
    if (given == null || !allowed.contains(given)) {
      throw new IllegalArgumentException(
          "%s: allowed is one of %s, given was '%s'".formatted(option, allowed, given));
    }
    return given;
  }
}

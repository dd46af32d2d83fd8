package io.metasched.simulation.study;

import io.metasched.simulation.scenario.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Comparison of two results of one experiment, or of two sweeps over one key, series by series.
 * Replications with equal seed and scenario had the same nodes and jobs and are compared in pairs;
 * others are independent samples.
 *
 * @param paired whether replications are paired
 * @param why reason why the replications are paired, or not
 * @param differences differences of the series that both studies have, in the order of the first
 *     study
 * @param onlyFirst series that only the first study has
 * @param onlySecond series that only the second study has
 */
public record StudyComparison(
    boolean paired,
    String why,
    List<SeriesDifference> differences,
    List<Series> onlyFirst,
    List<Series> onlySecond)
    implements Comparison {
  /** Difference of a series. */
  public record SeriesDifference(Series series, Difference difference) {}

  public StudyComparison {
    differences = List.copyOf(differences);
    onlyFirst = List.copyOf(onlyFirst);
    onlySecond = List.copyOf(onlySecond);
  }

  /**
   * Compares two studies.
   *
   * @throws UsageException if they are of different experiments or have no series in common
   */
  public static StudyComparison of(Study first, Study second) {
    requireOneExperiment(first, second);
    return ofSeries(first, second);
  }

  private static void requireOneExperiment(Study first, Study second) {
    if (!first.experiment().equals(second.experiment())) {
      throw new UsageException(
          "the experiments %s and %s are not comparable"
              .formatted(first.experiment(), second.experiment()));
    }
  }

  private static StudyComparison ofSeries(Study first, Study second) {
    boolean paired = isPaired(first, second);
    var ofFirst = known(first);
    var ofSecond = known(second);
    var differences = new ArrayList<SeriesDifference>();
    for (var series : first.measurements().series()) {
      if (ofSecond.contains(series)) {
        differences.add(new SeriesDifference(series, difference(series, paired, first, second)));
      }
    }
    if (differences.isEmpty()) {
      throw new UsageException(
          "the results have no series in common; the first of each are '%s' and '%s'"
              .formatted(
                  first.measurements().series().get(0), second.measurements().series().get(0)));
    }
    return new StudyComparison(
        paired,
        why(paired, first, second),
        differences,
        without(first, ofSecond),
        without(second, ofFirst));
  }

  /**
   * Compares a policy of a study with a policy of the same or another study, condition by
   * condition.
   *
   * @throws UsageException if the studies are of different experiments, or if no condition has both
   *     policies
   */
  public static StudyComparison ofPolicies(
      PolicyStudy first, String policy, PolicyStudy second, String other) {
    requireOneExperiment(first.study(), second.study());
    return ofSeries(first.only(policy), second.only(other))
        .because("%s less %s".formatted(other, policy));
  }

  /** Returns a copy with an additional reason before the existing ones. */
  public StudyComparison because(String reason) {
    return new StudyComparison(paired, reason + "; " + why, differences, onlyFirst, onlySecond);
  }

  private static boolean isPaired(Study first, Study second) {
    return first.seed() == second.seed()
        && first.scenario().equals(second.scenario())
        && first.measurements().replications() == second.measurements().replications();
  }

  private static String why(boolean paired, Study first, Study second) {
    int replications = first.measurements().replications();
    int others = second.measurements().replications();
    if (paired) {
      return "seed %d and %d replications in both".formatted(first.seed(), replications);
    }
    if (first.seed() != second.seed()) {
      return "the seeds are %d and %d".formatted(first.seed(), second.seed());
    }
    return replications != others
        ? "there are %d and %d replications".formatted(replications, others)
        : "the scenarios are %s and %s".formatted(first.scenario(), second.scenario());
  }

  private static Difference difference(Series series, boolean paired, Study first, Study second) {
    var values = first.measurements().values(series.row(), series.column());
    var others = second.measurements().values(series.row(), series.column());
    return paired ? Difference.paired(values, others) : Difference.unpaired(values, others);
  }

  private static SortedSet<Series> known(Study study) {
    var known = new TreeSet<>(Series.ORDER);
    known.addAll(study.measurements().series());
    return known;
  }

  private static List<Series> without(Study study, SortedSet<Series> others) {
    return study.measurements().series().stream().filter(one -> !others.contains(one)).toList();
  }
}

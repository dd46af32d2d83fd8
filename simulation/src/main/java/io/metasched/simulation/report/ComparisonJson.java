package io.metasched.simulation.report;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.metasched.simulation.study.Comparison;
import io.metasched.simulation.study.Difference;
import io.metasched.simulation.study.RunComparison;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.SeveralComparisons;
import io.metasched.simulation.study.SimulationComparison;
import io.metasched.simulation.study.StudyComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of a comparison to records that Jackson writes as one object; docs/schema.md lists the
 * fields.
 */
public final class ComparisonJson {
  private ComparisonJson() {}

  private record Simulations(
      @JsonPropertyDescription("`simulations`") String kind,
      @JsonPropertyDescription("an object for each pair of runs") List<Run> runs,
      @JsonPropertyDescription("policies that the second result lacks") List<String> onlyA,
      @JsonPropertyDescription("policies that the first result lacks") List<String> onlyB) {}

  private record Run(
      @JsonPropertyDescription("the first run") Side a,
      @JsonPropertyDescription("the second run, with the same keys") Side b,
      @JsonPropertyDescription("number of jobs in both") int common,
      @JsonPropertyDescription("other attributes in which requests of jobs differ")
          List<String> otherwiseDiffering,
      @JsonPropertyDescription("a difference for each measure") List<OfMeasure> differences) {}

  private record Side(
      @JsonPropertyDescription("as in `run.csv`") String kind,
      @JsonPropertyDescription("as in `run.csv`") String scenario,
      @JsonPropertyDescription("as in `run.csv`") String policy,
      @JsonPropertyDescription("as in `run.csv`") long seed,
      @JsonPropertyDescription("number of jobs") int submitted,
      @JsonPropertyDescription("number of jobs that the other run lacks because it ended earlier")
          int onlyHere,
      @JsonPropertyDescription("number of jobs by outcome") SortedMap<String, Integer> outcomes) {
    static Side of(RunComparison.Side side) {
      var title = side.title();
      return new Side(
          title.kind(),
          title.scenario(),
          title.policy(),
          title.seed(),
          side.submitted(),
          side.onlyHere(),
          side.outcomes());
    }
  }

  private record Studies(
      @JsonPropertyDescription("`experiments`") String kind,
      @JsonPropertyDescription("whether replications are compared in pairs") boolean paired,
      @JsonPropertyDescription("reason for pairing or not") String why,
      @JsonPropertyDescription("a difference for each row and column") List<OfSeries> differences,
      @JsonPropertyDescription("cells that the second result lacks") List<Series> onlyA,
      @JsonPropertyDescription("cells that the first result lacks") List<Series> onlyB) {}

  private record Several(
      @JsonPropertyDescription("`several`") String kind,
      @JsonPropertyDescription("name of the baseline") String first,
      @JsonPropertyDescription("the other results") List<OtherResult> others) {}

  private record OtherResult(
      @JsonPropertyDescription("name of the result") String name,
      @JsonPropertyDescription("one of the objects above") Record comparison) {}

  private record OfMeasure(
      @JsonPropertyDescription("compared quantity of a job") String measure,
      @JsonUnwrapped Numbers numbers) {}

  private record OfSeries(@JsonUnwrapped Series series, @JsonUnwrapped Numbers numbers) {}

  private record Numbers(
      @JsonPropertyDescription("mean of the first") @Nullable Double a,
      @JsonPropertyDescription("mean of the second") @Nullable Double b,
      @JsonPropertyDescription("b minus a") @Nullable Double difference,
      @JsonPropertyDescription("half the width of the 95 % interval of the difference")
          @Nullable Double ci95,
      @JsonPropertyDescription("number of pairs, or of values of both samples") int count,
      @JsonPropertyDescription("difference relative to the size of a") @Nullable Double relative,
      @JsonPropertyDescription("whether the interval excludes 0") @Nullable Boolean excludesZero) {
    static Numbers of(Difference difference) {
      var change = difference.change();
      return new Numbers(
          finite(difference.first()),
          finite(difference.second()),
          finite(change.mean()),
          finite(change.ci95()),
          change.count(),
          finite(difference.relative()),
          difference.hasInterval() ? (Boolean) difference.excludesZero() : null);
    }
  }

  /** Returns the record of a comparison. */
  public static Record of(Comparison comparison) {
    if (comparison instanceof SeveralComparisons several) {
      return several(several);
    }
    return comparison instanceof StudyComparison studies
        ? studies(studies)
        : simulations((SimulationComparison) comparison);
  }

  private static Several several(SeveralComparisons several) {
    var others = new ArrayList<OtherResult>();
    for (int at = 0; at < several.others().size(); at++) {
      others.add(new OtherResult(several.names().get(at + 1), of(several.others().get(at))));
    }
    return new Several("several", several.names().get(0), others);
  }

  private static Simulations simulations(SimulationComparison simulations) {
    return new Simulations(
        "simulations",
        simulations.runs().stream().map(ComparisonJson::run).toList(),
        simulations.onlyFirst(),
        simulations.onlySecond());
  }

  private static Run run(RunComparison run) {
    return new Run(
        Side.of(run.first()),
        Side.of(run.second()),
        run.common(),
        run.otherwiseDiffering(),
        run.differences().stream()
            .map(one -> new OfMeasure(one.measure(), Numbers.of(one.difference())))
            .toList());
  }

  private static Studies studies(StudyComparison studies) {
    return new Studies(
        "experiments",
        studies.paired(),
        studies.why(),
        studies.differences().stream()
            .map(one -> new OfSeries(one.series(), Numbers.of(one.difference())))
            .toList(),
        studies.onlyFirst(),
        studies.onlySecond());
  }

  /** Returns a number for JSON: null if it is not finite. */
  static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? (Double) value : null;
  }
}

package io.metasched.simulation.report;

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

  private record Simulations(String kind, List<Run> runs, List<String> onlyA, List<String> onlyB) {}

  private record Run(
      Side a, Side b, int common, List<String> otherwiseDiffering, List<OfMeasure> differences) {}

  private record Side(
      String kind,
      String scenario,
      String policy,
      long seed,
      int submitted,
      int onlyHere,
      SortedMap<String, Integer> outcomes) {
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
      String kind,
      boolean paired,
      String why,
      List<OfSeries> differences,
      List<Series> onlyA,
      List<Series> onlyB) {}

  private record Several(String kind, String first, List<OtherResult> others) {}

  private record OtherResult(String name, Record comparison) {}

  private record OfMeasure(String measure, @JsonUnwrapped Numbers numbers) {}

  private record OfSeries(@JsonUnwrapped Series series, @JsonUnwrapped Numbers numbers) {}

  private record Numbers(
      @Nullable Double a,
      @Nullable Double b,
      @Nullable Double difference,
      @Nullable Double ci95,
      int count,
      @Nullable Double relative,
      @Nullable Boolean excludesZero) {
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

package io.metasched.simulation.report;

import static io.metasched.simulation.report.ComparisonJson.finite;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.DifferenceRow;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.MeasuredCell;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Result of an experiment as one JSON object. */
public final class ExperimentJson {
  private ExperimentJson() {}

  private record Facts(
      String experiment,
      String summary,
      String source,
      String version,
      int replications,
      long seed,
      List<Cell> cells,
      List<Paired> differences,
      List<JudgedClaim> claims,
      long schedulesChecked) {}

  private record Cell(
      String row,
      String column,
      @Nullable Double paper,
      @Nullable Double ours,
      @Nullable Double ci95,
      int count,
      @Nullable Double tolerance,
      String verdict) {
    static Cell of(MeasuredCell cell) {
      var measure = cell.measure();
      return new Cell(
          measure.series().row(),
          measure.series().column(),
          orNull(measure.paper()),
          finite(cell.ours().mean()),
          finite(cell.ours().ci95()),
          cell.ours().count(),
          orNull(measure.tolerance()),
          cell.verdict().label());
    }

    private static @Nullable Double orNull(OptionalDouble value) {
      return value.isPresent() ? (Double) value.getAsDouble() : null;
    }
  }

  private record Paired(
      String condition,
      String column,
      String policy,
      String than,
      @Nullable Double mean,
      @Nullable Double thanMean,
      @Nullable Double difference,
      @Nullable Double ci95,
      int count,
      @Nullable Double share) {
    static Paired of(DifferenceRow row) {
      return new Paired(
          row.place().row(),
          row.place().column(),
          row.policy(),
          row.than(),
          finite(row.mean()),
          finite(row.thanMean()),
          finite(row.difference()),
          finite(row.ci95()),
          row.count(),
          finite(row.share()));
    }
  }

  private record JudgedClaim(
      String id,
      String text,
      @Nullable String place,
      @Nullable String printed,
      String finding,
      String measured) {
    static JudgedClaim of(Claim claim) {
      var sentence = claim.sentence();
      return new JudgedClaim(
          claim.id(),
          claim.text(),
          sentence.isPublished() ? sentence.place() : null,
          sentence.isPublished() ? sentence.printed() : null,
          claim.finding().label(),
          claim.measured());
    }
  }

  /**
   * Returns the object.
   *
   * @param wallSeconds duration of the run in seconds
   */
  public static ObjectNode of(ExperimentResult result, String version, double wallSeconds) {
    return facts(result, version).put("wallSeconds", wallSeconds);
  }

  /** Returns the object without the duration; equal for equal results. */
  public static ObjectNode facts(ExperimentResult result, String version) {
    return JsonText.object(
        new Facts(
            result.profile().name(),
            result.profile().summary(),
            result.profile().source(),
            version,
            result.measurements().replications(),
            result.runSeed(),
            result.cells().stream().map(Cell::of).toList(),
            result.differences().stream().map(DifferenceRow::of).map(Paired::of).toList(),
            result.claims().stream().map(JudgedClaim::of).toList(),
            result.measurements().schedulesChecked()));
  }
}

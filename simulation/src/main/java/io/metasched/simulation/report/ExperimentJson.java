package io.metasched.simulation.report;

import static io.metasched.simulation.report.ComparisonJson.finite;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
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
      @JsonPropertyDescription("its name") String experiment,
      @JsonPropertyDescription("what it shows") String summary,
      @JsonPropertyDescription("where it was published") String source,
      @JsonPropertyDescription("version of the program") String version,
      @JsonPropertyDescription("number of replications") int replications,
      @JsonPropertyDescription("the run's seed") long seed,
      @JsonPropertyDescription("an object for each line of `cells.csv`, with its columns as keys")
          List<Cell> cells,
      @JsonPropertyDescription("an object for each line of `differences.csv`, in the same way")
          List<Paired> differences,
      @JsonPropertyDescription("an object for each sentence") List<JudgedClaim> claims,
      @JsonPropertyDescription(
              "number of schedules that passed the checker, whose rules examine a part of a long"
                  + " schedule; the first schedule that does not pass ends the run")
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
      @JsonPropertyDescription("id of the sentence") String id,
      @JsonPropertyDescription("its statement") String text,
      @JsonPropertyDescription("place in the paper; `null` for a question of this project")
          @Nullable String place,
      @JsonPropertyDescription("text that is printed there") @Nullable String printed,
      @JsonPropertyDescription("`holds`, `contradicted` or `undecided`") String finding,
      @JsonPropertyDescription("values that decide it") String measured) {
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

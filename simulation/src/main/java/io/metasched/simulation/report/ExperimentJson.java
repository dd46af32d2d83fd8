package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.experiment.Cell;
import io.metasched.simulation.experiment.Claim;
import io.metasched.simulation.experiment.Claim.Finding;
import io.metasched.simulation.experiment.ExperimentResult;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** An experiment's result as one JSON object. */
public final class ExperimentJson {
  private ExperimentJson() {}

  /**
   * The object.
   *
   * @param wallSeconds how long the run took
   */
  public static ObjectNode of(ExperimentResult result, String version, double wallSeconds) {
    return facts(result, version).put("wallSeconds", wallSeconds);
  }

  /** The object without the time it took: the same for equal results. */
  static ObjectNode facts(ExperimentResult result, String version) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("experiment", result.profile().name());
    json.put("summary", result.profile().summary());
    json.put("source", result.profile().source());
    json.put("version", version);
    json.put("replications", result.measurements().replications());
    json.put("seed", result.runSeed());
    var cells = json.putArray("cells");
    result.cells().forEach(cell -> cells.add(cell(cell)));
    var claims = json.putArray("claims");
    for (var claim : result.claims()) {
      claims
          .addObject()
          .put("id", claim.id())
          .put("text", claim.text())
          .put("holds", holds(claim))
          .put("measured", claim.measured());
    }
    json.put("schedulesChecked", result.measurements().schedulesChecked());
    return json;
  }

  /** Whether a claim holds; null where that is undecided. */
  static @Nullable Boolean holds(Claim claim) {
    return claim.finding() == Finding.UNDECIDED ? null : (Boolean) claim.holds();
  }

  private static ObjectNode cell(Cell cell) {
    var json = JsonNodeFactory.instance.objectNode();
    var measure = cell.measure();
    json.put("row", measure.series().row());
    json.put("column", measure.series().column());
    number(json, "paper", measure.paper());
    number(json, "ours", known(cell.ours().mean()));
    number(json, "ci95", known(cell.ours().ci95()));
    json.put("count", cell.ours().count());
    number(json, "tolerance", measure.tolerance());
    json.put("verdict", cell.verdict().label());
    return json;
  }

  private static OptionalDouble known(double value) {
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  private static void number(ObjectNode json, String field, OptionalDouble value) {
    if (value.isPresent()) {
      json.put(field, value.getAsDouble());
    } else {
      json.putNull(field);
    }
  }
}

package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.comparison.Comparison;
import io.metasched.simulation.comparison.RunComparison;
import io.metasched.simulation.comparison.RunComparison.Side;
import io.metasched.simulation.comparison.SimulationComparison;
import io.metasched.simulation.comparison.StudyComparison;
import io.metasched.simulation.replication.Difference;
import io.metasched.simulation.replication.Series;
import java.util.List;

/** A comparison as one JSON object; docs/schema.md lists the fields. */
public final class ComparisonJson {
  private ComparisonJson() {}

  /** The object. */
  public static ObjectNode of(Comparison comparison) {
    return comparison instanceof StudyComparison studies
        ? studies(studies)
        : simulations((SimulationComparison) comparison);
  }

  private static ObjectNode simulations(SimulationComparison simulations) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("kind", "simulations");
    var runs = json.putArray("runs");
    simulations.runs().forEach(run -> runs.add(run(run)));
    var first = json.putArray("onlyA");
    simulations.onlyFirst().forEach(first::add);
    var second = json.putArray("onlyB");
    simulations.onlySecond().forEach(second::add);
    return json;
  }

  private static ObjectNode run(RunComparison run) {
    var json = JsonNodeFactory.instance.objectNode();
    json.set("a", side(run.first(), run.finishedOnlyFirst()));
    json.set("b", side(run.second(), run.finishedOnlySecond()));
    json.put("common", run.common());
    json.put("finishedInBoth", run.finishedInBoth());
    var differing = json.putArray("otherwiseDiffering");
    run.otherwiseDiffering().forEach(differing::add);
    var differences = json.putArray("differences");
    for (var one : run.differences()) {
      difference(differences.addObject().put("statistic", one.statistic()), one.difference());
    }
    return json;
  }

  private static ObjectNode side(Side side, int finishedOnlyHere) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("scenario", side.scenario())
        .put("policy", side.policy())
        .put("seed", side.seed())
        .put("submitted", side.submitted())
        .put("onlyHere", side.onlyHere())
        .put("finished", side.finished())
        .put("finishedOnlyHere", finishedOnlyHere)
        .put("refused", side.refused())
        .put("withdrawn", side.withdrawn())
        .put("waiting", side.waiting());
  }

  private static ObjectNode studies(StudyComparison studies) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("kind", "experiments");
    json.put("paired", studies.paired());
    json.put("why", studies.why());
    var differences = json.putArray("differences");
    for (var one : studies.differences()) {
      difference(series(differences.addObject(), one.series()), one.difference());
    }
    only(json, "onlyA", studies.onlyFirst());
    only(json, "onlyB", studies.onlySecond());
    return json;
  }

  private static void only(ObjectNode json, String field, List<Series> all) {
    var list = json.putArray(field);
    for (var one : all) {
      series(list.addObject(), one);
    }
  }

  private static ObjectNode series(ObjectNode json, Series series) {
    return json.put("row", series.row()).put("column", series.column());
  }

  private static void difference(ObjectNode json, Difference difference) {
    number(json, "a", difference.first());
    number(json, "b", difference.second());
    number(json, "difference", difference.change().mean());
    number(json, "ci95", difference.change().ci95());
    json.put("count", difference.change().count());
    number(json, "relative", difference.relative());
    if (difference.hasInterval()) {
      json.put("excludesZero", difference.excludesZero());
    } else {
      json.putNull("excludesZero");
    }
  }

  private static void number(ObjectNode json, String field, double value) {
    if (Double.isFinite(value)) {
      json.put(field, value);
    } else {
      json.putNull(field);
    }
  }
}

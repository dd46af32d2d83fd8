package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A page that leads to the pages of several experiments, which lie in folders of their names beside
 * it.
 */
public final class ExperimentIndexPage {
  private final String version;
  private final List<ObjectNode> experiments = new ArrayList<>();

  public ExperimentIndexPage(String version) {
    this.version = version;
  }

  /** Adds an experiment; its measurements are not needed any more afterwards. */
  public void add(ExperimentResult result) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("experiment", result.profile().name());
    json.put("summary", result.profile().summary());
    json.put("source", result.profile().source());
    json.put("seed", Long.toString(result.runSeed())); // a script has no whole number of 64 bits
    json.put("replications", result.measurements().replications());
    json.put("schedulesChecked", result.measurements().schedulesChecked());
    for (var verdict : Verdict.values()) {
      json.put(
          verdict.label(),
          result.cells().stream()
              .filter(cell -> cell.measure().paper().isPresent() && cell.verdict() == verdict)
              .count());
    }
    var claims = json.putArray("claims");
    result
        .claims()
        .forEach(c -> claims.addObject().put("id", c.id()).put("finding", c.finding().label()));
    experiments.add(json);
  }

  /**
   * Writes the page.
   *
   * @param file is made; a file there is replaced
   */
  public void write(Path file) throws IOException {
    var json = JsonNodeFactory.instance.objectNode().put("version", version);
    json.putArray("experiments").addAll(experiments);
    try (var page = PageFile.open(file, "experiments.html", "report.css", "experiment.css")) {
      page.block("experiments", block -> PageFile.MAPPER.writeTree(block, json));
      page.end(List.of("page.js", "experiments.js"));
    }
  }
}

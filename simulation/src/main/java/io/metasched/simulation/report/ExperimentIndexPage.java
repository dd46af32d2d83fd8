package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.Sentence;
import io.metasched.simulation.study.Sentences;
import io.metasched.simulation.study.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Index page with links to the pages of several experiments, which are in folders with the
 * experiments' names, next to the index page.
 */
public final class ExperimentIndexPage {
  private final String version;
  private final Map<Sentence, Finding> findings = new LinkedHashMap<>();
  private final List<ObjectNode> experiments = new ArrayList<>();

  public ExperimentIndexPage(String version) {
    this.version = version;
  }

  /** Adds an experiment; its measurements are not needed afterwards. */
  public void add(ExperimentResult result) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("experiment", result.profile().name());
    json.put("summary", result.profile().summary());
    json.put("source", result.profile().source());
    json.put("seed", Long.toString(result.runSeed())); // JavaScript has no 64-bit integers
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
    for (var claim : result.claims()) {
      claims.addObject().put("id", claim.id()).put("finding", claim.finding().label());
      findings.merge(claim.sentence(), claim.finding(), Finding::and);
    }
    experiments.add(json);
  }

  /** Returns the claims of a paper, each with the verdict of all experiments together. */
  private ObjectNode paper(Sentences paper) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("title", paper.title());
    json.put("authors", paper.authors());
    json.put("published", paper.published());
    var sentences = json.putArray("sentences");
    for (var sentence : paper.all()) {
      if (sentence.isPublished()) {
        var one = sentences.addObject();
        one.put("id", sentence.id());
        one.put("place", sentence.place());
        one.put("says", sentence.says());
        one.put("printed", sentence.printed());
        sentence.experiments().forEach(one.putArray("experiments")::add);
        one.put("unanswered", sentence.unanswered());
        var finding = findings.get(sentence);
        one.put("finding", finding == null ? null : finding.label());
      }
    }
    return json;
  }

  /**
   * Writes the page.
   *
   * @param file file to create; an existing one is replaced
   */
  public void write(Path file) throws IOException {
    var json = JsonNodeFactory.instance.objectNode().put("version", version);
    json.putArray("experiments").addAll(experiments);
    var papers = json.putArray("papers");
    Sentences.PAPERS.forEach(paper -> papers.add(paper(Sentences.of(paper))));
    try (var page = PageFile.open(file, "experiments.html", "report.css", "experiment.css")) {
      page.block("experiments", block -> PageFile.MAPPER.writeTree(block, json));
      page.end(List.of("page.js", "experiments.js"));
    }
  }
}

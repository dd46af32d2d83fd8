package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.simulation.metric.TimeCourse;
import io.metasched.simulation.result.Deployment;
import io.metasched.simulation.result.PolicyTotals;
import io.metasched.simulation.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A simulation as one HTML file that needs nothing else. It is written as the policies end, so that
 * no more than one run is in memory: the head of the template, a block of JSON for each run, one
 * for all of them, the scripts. Equal runs give equal bytes.
 */
public final class ReportPage implements AutoCloseable {
  /** Its name in a result folder. */
  public static final String FILE = "report.html";

  private static final List<String> SCRIPTS =
      List.of(
          "page.js",
          "charts.js",
          "lanes.js",
          "gantt-view.js",
          "gantt.js",
          "deployment.js",
          "report.js",
          "selftest.js");

  private final PageFile page;
  private final PageLimits limits;
  private final List<TimeCourse> courses = new ArrayList<>();

  private ReportPage(PageFile page, PageLimits limits) {
    this.page = page;
    this.limits = limits;
  }

  /**
   * Begins a page.
   *
   * @param file is made; a file there is replaced
   * @param policies how many runs the page will hold, at least 1
   */
  public static ReportPage open(Path file, int policies) throws IOException {
    return open(file, PageLimits.DEFAULT.among(policies));
  }

  static ReportPage open(Path file, PageLimits limits) throws IOException {
    return new ReportPage(PageFile.open(file, "report.html", "report.css"), limits);
  }

  /** Adds a run; its rows are not needed any more afterwards. */
  public void add(RunResult run) throws IOException {
    page.block("run-" + courses.size(), block -> new RunJson(block, limits).write(run));
    courses.add(TimeCourse.of(run));
  }

  /**
   * Ends the page.
   *
   * @param reports one for each run that was added, in this order
   * @param notes what to know about the jobs
   * @param deployment where the actors were, in a run over several JVMs
   */
  public void finish(
      List<PolicyReport> reports, List<String> notes, Optional<Deployment> deployment)
      throws IOException {
    var first = reports.get(0).header();
    var summary = JsonNodeFactory.instance.objectNode();
    summary.put("schema", PolicyTotals.SCHEMA);
    summary.put("scenario", first.scenario());
    summary.put("driver", first.driver());
    summary.put("seed", Long.toString(first.seed())); // a script has no whole number of 64 bits
    summary.put("version", first.version());
    var policies = summary.putArray("policies");
    for (int at = 0; at < reports.size(); at++) {
      var policy = SummaryJson.policy(reports.get(at));
      policy.remove("byUser");
      policy.put("endTick", reports.get(at).header().endTick());
      policy.set("course", PageFile.MAPPER.valueToTree(courses.get(at)));
      policies.add(policy);
    }
    var noted = summary.putArray("notes");
    notes.forEach(noted::add);
    deployment.ifPresent(where -> DeploymentJson.add(summary, where));
    page.block("summary", block -> PageFile.MAPPER.writeTree(block, summary));
    page.end(SCRIPTS);
  }

  @Override
  public void close() throws IOException {
    page.close();
  }
}

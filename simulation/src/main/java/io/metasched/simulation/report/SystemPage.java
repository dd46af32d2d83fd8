package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.kernel.PageSections;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.metric.MetricSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Report page of a result of any system, a self-contained HTML file. It is written run by run, so
 * that no run has to be kept. It consists of the head, a block of JSON for each run, a block for
 * all runs, and the scripts. Equal runs yield equal bytes.
 *
 * @param <R> tables of a run
 */
public final class SystemPage<R> implements AutoCloseable {
  /** Fields that differ between equal runs, or between the places where they ran. */
  private static final List<String> VARYING = List.of("wallSeconds", "plugins", "fingerprints");

  private final PageFile page;
  private final PageSections<R> sections;
  private final MetricSet<R> metrics;
  private int runs;

  private SystemPage(PageFile page, PageSections<R> sections, MetricSet<R> metrics) {
    this.page = page;
    this.sections = sections;
    this.metrics = metrics;
  }

  /**
   * Begins a page.
   *
   * @param file file to create; an existing one is replaced
   * @param metrics metrics of a run and of its groups
   */
  public static <R> SystemPage<R> open(Path file, PageSections<R> sections, MetricSet<R> metrics)
      throws IOException {
    return new SystemPage<>(PageFile.open(file, sections.body(), "report.css"), sections, metrics);
  }

  public void add(R run) throws IOException {
    page.block("run-" + runs++, block -> sections.run(run, block));
  }

  /**
   * Ends the page.
   *
   * @param summary summary of all runs, as in summary.json
   */
  public void finish(ObjectNode summary) throws IOException {
    var shown = summary.deepCopy();
    shown.remove(VARYING);
    shown.put("seed", summary.path("seed").asText()); // JavaScript has no 64-bit integers
    int violations = 0;
    for (var policy : shown.path("policies")) {
      ((ObjectNode) policy).remove(List.of("wallSeconds", "tables"));
      violations += policy.path("violations").asInt();
    }
    shown.put("violations", violations);
    shown.set("percentiles", percentiles(metrics.ofRuns()));
    shown.set("metrics", declared());
    sections.summary(shown);
    page.block("summary", block -> PageFile.MAPPER.writeTree(block, shown));
    page.end(PageFile.withChart(sections.scripts()));
  }

  /** Returns the means that have percentiles, with the keys of the percentiles. */
  private static <R> ArrayNode percentiles(List<Metric<R>> metrics) {
    var json = JsonNodeFactory.instance.arrayNode();
    for (var mean : metrics) {
      var percentiles = metrics.stream().filter(m -> m.beside().equals(mean.key())).toList();
      if (!percentiles.isEmpty()) {
        var of = json.addObject().put("mean", mean.key()).put("title", mean.title()).putArray("of");
        percentiles.forEach(p -> of.addObject().put("key", p.key()).put("name", p.header()));
      }
    }
    return json;
  }

  /** Returns the names, hints and units of the metrics of a run and of each grouping. */
  private ObjectNode declared() {
    var json = JsonNodeFactory.instance.objectNode();
    add(metrics.ofRuns(), json.putArray("run"));
    metrics.groupings().forEach(group -> add(group.metrics(), json.putArray(group.key())));
    return json;
  }

  private static <G> void add(List<Metric<G>> metrics, ArrayNode json) {
    for (var metric : metrics) {
      if (metric.beside().isEmpty() && !metric.usesWallTime()) {
        var words = metric.key().replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
        json.addObject()
            .put("key", metric.key())
            .put("name", metric.header().isEmpty() ? words : metric.header())
            .put(
                "hint",
                metric.title() + (metric.formula().isEmpty() ? "" : ": " + metric.formula()))
            .put("unit", metric.unit().label());
      }
    }
  }

  @Override
  public void close() throws IOException {
    page.close();
  }
}

package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.kernel.PageSections;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The report page of a result, of any system: one HTML file that needs nothing else. It is written
 * run by run, so that no run need be kept: the head, a block of JSON for each run, one for all of
 * them, the scripts. Equal runs give equal bytes.
 *
 * @param <R> the tables of a run
 */
public final class SystemPage<R> implements AutoCloseable {
  /** What differs between equal runs, or between the places where they ran. */
  private static final List<String> VARYING = List.of("wallSeconds", "plugins", "fingerprints");

  private final PageFile page;
  private final PageSections<R> sections;
  private int runs;

  private SystemPage(PageFile page, PageSections<R> sections) {
    this.page = page;
    this.sections = sections;
  }

  /**
   * Begins a page.
   *
   * @param file is made; a file there is replaced
   */
  public static <R> SystemPage<R> open(Path file, PageSections<R> sections) throws IOException {
    return new SystemPage<>(PageFile.open(file, sections.body(), "report.css"), sections);
  }

  /** Adds a finished run. */
  public void add(R run) throws IOException {
    page.block("run-" + runs++, block -> sections.run(run, block));
  }

  /**
   * Ends the page.
   *
   * @param summary the summary of all runs, as summary.json has it
   */
  public void finish(ObjectNode summary) throws IOException {
    var shown = summary.deepCopy();
    shown.remove(VARYING);
    shown.put("seed", summary.path("seed").asText()); // a script has no whole number of 64 bits
    int violations = 0;
    for (var policy : shown.path("policies")) {
      ((ObjectNode) policy).remove(List.of("wallSeconds", "tables"));
      violations += policy.path("violations").asInt();
    }
    shown.put("violations", violations);
    sections.summary(shown);
    page.block("summary", block -> PageFile.MAPPER.writeTree(block, shown));
    page.end(PageFile.withChart(sections.scripts()));
  }

  @Override
  public void close() throws IOException {
    page.close();
  }
}

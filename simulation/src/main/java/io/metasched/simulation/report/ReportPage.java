package io.metasched.simulation.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.simulation.metric.TimeCourse;
import io.metasched.simulation.result.PolicyTotals;
import io.metasched.simulation.result.RunResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
          "report.js",
          "selftest.js");
  private static final String STYLE_MARK = "/* style */";
  private static final String CONTENT_MARK = "<!-- data and scripts -->";
  private static final ObjectMapper MAPPER = new ObjectMapper(json());

  private final Writer page;
  private final PageLimits limits;
  private final String tail;
  private final List<TimeCourse> courses = new ArrayList<>();

  private ReportPage(Writer page, PageLimits limits) throws IOException {
    this.page = page;
    this.limits = limits;
    var template = resource("report.html");
    int mark = template.indexOf(CONTENT_MARK);
    page.write(template.substring(0, mark).replace(STYLE_MARK, resource("report.css")));
    tail = template.substring(mark + CONTENT_MARK.length());
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
    return new ReportPage(Files.newBufferedWriter(file), limits);
  }

  /** Adds a run; its rows are not needed any more afterwards. */
  public void add(RunResult run) throws IOException {
    try (var block = block("run-" + courses.size())) {
      new RunJson(block, limits).write(run);
    }
    page.write("\n</script>\n");
    courses.add(TimeCourse.of(run));
  }

  /**
   * Ends the page.
   *
   * @param reports one for each run that was added, in this order
   * @param notes what to know about the jobs
   */
  public void finish(List<PolicyReport> reports, List<String> notes) throws IOException {
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
      policy.set("course", MAPPER.valueToTree(courses.get(at)));
      policies.add(policy);
    }
    var noted = summary.putArray("notes");
    notes.forEach(noted::add);
    try (var block = block("summary")) {
      MAPPER.writeTree(block, summary);
    }
    page.write("\n</script>\n<script>\n'use strict';\n");
    for (var script : SCRIPTS) {
      page.write(resource(script));
    }
    page.write("</script>");
    page.write(tail);
  }

  @Override
  public void close() throws IOException {
    page.close();
  }

  /** Begins a block of data that scripts find by its id. */
  private JsonGenerator block(String id) throws IOException {
    page.write("<script type=\"application/json\" id=\"%s\">\n".formatted(id));
    return MAPPER.getFactory().createGenerator(page);
  }

  private static JsonFactory json() {
    return new JsonFactoryBuilder()
        .characterEscapes(new PageEscapes())
        .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
        .build();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ReportPage.class.getResourceAsStream("/report/" + name)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its own file report/" + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

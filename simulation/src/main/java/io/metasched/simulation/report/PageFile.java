package io.metasched.simulation.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writer of a self-contained HTML file, from its beginning to its end: the frame of all pages, the
 * content of one page, blocks of data, and scripts. The page does not load external resources, and
 * text in its data is never interpreted as markup.
 */
public final class PageFile implements AutoCloseable {
  /** Name of a page in a result folder. */
  public static final String NAME = "report.html";

  private static final List<String> CHART_SCRIPTS =
      List.of(
          "page.js",
          "charts/time-chart.js",
          "charts/curve-chart.js",
          "charts/bar-index.js",
          "charts/bar-mixture.js",
          "charts/gantt-view.js",
          "charts/gantt-bars.js",
          "charts/gantt.js",
          "gantt-tools.js");

  /** Writer of any JSON. */
  public static final ObjectMapper MAPPER = new ObjectMapper(json());

  private static final String CHARTS = "charts/";
  private static final Pattern MODULE_SYNTAX =
      Pattern.compile("^(import .*\\n|export )", Pattern.MULTILINE);
  private static final String STYLE_MARK = "/* style */";
  private static final String BODY_MARK = "<!-- sections -->\n";
  private static final Pattern FRAGMENT_MARK = Pattern.compile("<!-- (\\S+\\.html) -->");
  private static final String CONTENT_MARK = "<!-- data and scripts -->";

  private final Writer page;
  private final String tail;

  /** Writer of a block's JSON. */
  @FunctionalInterface
  public interface BlockContent {
    void write(JsonGenerator block) throws IOException;
  }

  private PageFile(Writer page, String body, List<String> styles) throws IOException {
    this.page = page;
    var style = new StringBuilder(resource("charts/charts.css"));
    for (var name : styles) {
      style.append(resource(name));
    }
    var frame = resource("page.html");
    int mark = frame.indexOf(CONTENT_MARK);
    page.write(
        frame
            .substring(0, mark)
            .replace(STYLE_MARK, style.toString().stripTrailing())
            .replace(BODY_MARK, sections(body)));
    tail = frame.substring(mark + CONTENT_MARK.length());
  }

  /**
   * Begins a page.
   *
   * @param file file to create; an existing one is replaced
   * @param body resource with the sections of this page; a line with a resource's name in a comment
   *     is replaced by that resource, a fragment that several pages share
   * @param styles resources with styles
   */
  public static PageFile open(Path file, String body, String... styles) throws IOException {
    var writer = Files.newBufferedWriter(file);
    try {
      return new PageFile(writer, body, List.of(styles));
    } catch (IOException | RuntimeException failed) {
      writer.close();
      throw failed;
    }
  }

  private static String sections(String body) throws IOException {
    var sections = new StringBuilder();
    for (var line : resource(body).lines().toList()) {
      var fragment = FRAGMENT_MARK.matcher(line);
      sections.append(fragment.matches() ? resource(fragment.group(1)) : line + '\n');
    }
    return sections.toString();
  }

  /** Adds a block of data that scripts find by its id. */
  public void block(String id, BlockContent content) throws IOException {
    page.write("<script type=\"application/json\" id=\"%s\">\n".formatted(id));
    try (var block = MAPPER.getFactory().createGenerator(page)) {
      content.write(block);
    }
    page.write("\n</script>\n");
  }

  /**
   * Returns the scripts of a page with a chart of rows against time: the common ones, followed by
   * {@code scripts}.
   */
  static List<String> withChart(List<String> scripts) {
    return Stream.concat(CHART_SCRIPTS.stream(), scripts.stream()).toList();
  }

  /**
   * Ends the page with its scripts, in this order. The modules that the dashboard shares become
   * parts of the one script: without their imports and exports.
   */
  public void end(List<String> scripts) throws IOException {
    page.write("<script>\n'use strict';\n");
    page.write(script("charts/elements.js"));
    for (var script : scripts) {
      page.write(script(script));
    }
    page.write("</script>");
    page.write(tail);
  }

  @Override
  public void close() throws IOException {
    page.close();
  }

  private static JsonFactory json() {
    return new JsonFactoryBuilder()
        .characterEscapes(new PageEscapes())
        .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
        .build();
  }

  private static String script(String name) throws IOException {
    return MODULE_SYNTAX.matcher(resource(name)).replaceAll("");
  }

  private static String resource(String name) throws IOException {
    var path = name.startsWith(CHARTS) ? "/" + name : "/report/" + name;
    try (InputStream in = PageFile.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

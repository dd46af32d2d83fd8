package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.MeasuredCell;
import io.metasched.simulation.study.TradeOff;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/**
 * Self-contained HTML page of an experiment: its table with the paper's values, the claims, and the
 * figures. Equal results yield equal bytes.
 */
public final class ExperimentPage {
  private static final List<String> SCRIPTS =
      List.of(
          "page.js",
          "charts/time-chart.js",
          "figures.js",
          "heat-map.js",
          "trade-off.js",
          "experiment.js");

  private ExperimentPage() {}

  /**
   * Writes the page.
   *
   * @param file file to create; an existing one is replaced
   */
  public static void write(ExperimentResult result, String version, Path file) throws IOException {
    var json = ExperimentJson.facts(result, version);
    json.put("seed", Long.toString(result.runSeed())); // JavaScript has no 64-bit integers
    var shares = result.shares();
    mark(json.withArray("/cells"), result.cells(), MeasuredCell::isShare);
    mark(
        json.withArray("/differences"),
        result.differences(),
        difference -> shares.contains(difference.cells().get(0)));
    json.put("tolerances", Tolerances.of(result.cells()));
    json.set("table", table(Pivot.of(result.cells())));
    var figures = json.putArray("figures");
    result.figures().forEach(figure -> figures.add(figure(figure)));
    result.tradeOff().ifPresent(weighed -> json.set("tradeOff", tradeOff(weighed)));
    try (var page = PageFile.open(file, "experiment.html", "report.css", "experiment.css")) {
      page.block("experiment", block -> PageFile.MAPPER.writeTree(block, json));
      page.end(SCRIPTS);
    }
  }

  /** Marks the objects of elements that are shares. */
  private static <T> void mark(ArrayNode json, List<T> all, Predicate<T> isShare) {
    for (int at = 0; at < all.size(); at++) {
      if (isShare.test(all.get(at))) {
        ((ObjectNode) json.get(at)).put("isShare", true);
      }
    }
  }

  private static ObjectNode table(Pivot pivot) {
    var json = JsonNodeFactory.instance.objectNode();
    var rows = json.putArray("rows");
    pivot.rows().forEach(rows::add);
    var groups = json.putArray("groups");
    for (var group : pivot.groups()) {
      var columns = groups.addObject().put("prefix", group.prefix()).putArray("columns");
      for (var column : group.columns()) {
        columns
            .addObject()
            .put("name", column.name())
            .put("label", column.label())
            .put("decimals", column.decimals());
      }
    }
    return json;
  }

  private static ObjectNode tradeOff(TradeOff weighed) {
    var json = JsonNodeFactory.instance.objectNode();
    var axes = json.putArray("axes");
    for (var axis : weighed.axes()) {
      axes.addObject()
          .put("column", axis.column())
          .put("label", axis.label())
          .put("more", axis.isMoreBetter());
    }
    var groups = json.putArray("groups");
    for (var group : weighed.groups()) {
      var shown = groups.addObject().put("label", group.label());
      group.bound().ifPresent(row -> shown.put("bound", row));
      var rows = shown.putArray("rows");
      group.rows().forEach(row -> rows.addObject().put("label", row.label()).put("row", row.row()));
    }
    return json;
  }

  private static ObjectNode figure(Figure figure) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("title", figure.title());
    json.put("xLabel", figure.xLabel());
    json.put("yLabel", figure.yLabel());
    json.put("kind", figure.kind().name());
    var curves = json.putArray("curves");
    for (var curve : figure.curves()) {
      points(curve, curves.addObject().put("label", curve.label()).putArray("points"));
    }
    return json;
  }

  private static void points(Figure.Curve curve, ArrayNode points) {
    for (var point : curve.points()) {
      points
          .addObject()
          .put("x", point.x())
          .put("row", point.series().row())
          .put("column", point.series().column());
    }
  }
}

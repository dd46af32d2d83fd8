package io.metasched.simulation.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.resource.fixture.Draws;
import io.metasched.simulation.rule.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Results with one changed value. */
final class Mutants {
  /** Version that a program reports if it is not packaged. */
  static final String VERSION = Metasched.version();

  private static final int QUICKLY = 20;

  private Mutants() {}

  /** Value of a summary, with a function that replaces it. */
  record Leaf(String field, JsonNode value, Consumer<JsonNode> put) {
    String name() {
      return field.replaceAll("\\[[0-9]+\\]$", "").replaceAll(".*\\.", "");
    }
  }

  /** Returns all values of an object. */
  static List<Leaf> leaves(ObjectNode object) {
    var leaves = new ArrayList<Leaf>();
    leaves("", object, leaves);
    return leaves;
  }

  /** Returns a random sample of the leaves, or all leaves in a full run. */
  static List<Leaf> drawn(List<Leaf> leaves) {
    var drawn = new ArrayList<>(leaves);
    Collections.shuffle(drawn, new Random(7));
    return Draws.isFull() ? drawn : drawn.subList(0, Math.min(QUICKLY, drawn.size()));
  }

  private static void leaves(String path, JsonNode node, List<Leaf> leaves) {
    if (node instanceof ObjectNode object) {
      for (var field : object.properties()) {
        var name = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
        if (field.getValue().isContainerNode()) {
          leaves(name, field.getValue(), leaves);
        } else {
          leaves.add(new Leaf(name, field.getValue(), v -> object.set(field.getKey(), v)));
        }
      }
    } else if (node instanceof ArrayNode array) {
      for (int at = 0; at < array.size(); at++) {
        int place = at;
        var name = path.endsWith("]") ? path : path + "[" + at + "]";
        if (array.get(at).isContainerNode()) {
          leaves(name, array.get(at), leaves);
        } else {
          leaves.add(new Leaf(name, array.get(at), v -> array.set(place, v)));
        }
      }
    }
  }

  /** Returns a different value of the same type. */
  static JsonNode other(JsonNode value) {
    var nodes = JsonNodeFactory.instance;
    if (value.isIntegralNumber()) {
      return nodes.numberNode(value.longValue() + 1);
    }
    if (value.isNumber()) {
      return nodes.numberNode(value.doubleValue() * 1.000001 + 1e-6);
    }
    if (value.isBoolean()) {
      return nodes.booleanNode(!value.booleanValue());
    }
    return value.isNull() ? nodes.numberNode(1.5) : nodes.textNode(value.asText() + "x");
  }

  /** Returns a different cell of the same type. */
  static String other(String cell, SplittableRandom random) {
    if (cell.equals("true") || cell.equals("false")) {
      return cell.equals("true") ? "false" : "true";
    }
    if (cell.matches("-?[0-9]+")) {
      return Long.toString(Long.parseLong(cell) + 1 + random.nextInt(9));
    }
    if (cell.matches("-?[0-9]+\\.[0-9]+")) {
      return cell + "1";
    }
    return cell.isEmpty() ? "7" : cell + "x";
  }

  /**
   * Changes up to {@code most} cells of a table, one at a time, and runs the test after each
   * change. The cells are drawn at random; if the table has at most {@code most} cells, all are
   * changed. The table is restored at the end.
   */
  static void cells(Path table, int most, BiConsumer<Integer, String> test) throws IOException {
    var original = Files.readString(table);
    var lines = lines(table);
    var columns = lines.get(0);
    var random = new SplittableRandom(5);
    int all = (lines.size() - 1) * columns.size();
    for (int draw = 0; draw < Math.min(all, most); draw++) {
      int at = all <= most ? draw : random.nextInt(all);
      int line = 1 + at / columns.size();
      int column = at % columns.size();
      write(with(lines, line, column, other(lines.get(line).get(column), random)), table);
      test.accept(line + 1, columns.get(column));
    }
    Files.writeString(table, original);
  }

  /** Returns a copy of the lines with one changed cell. */
  static List<List<String>> with(List<List<String>> lines, int line, int column, String cell) {
    var cells = new ArrayList<>(lines.get(line));
    cells.set(column, cell);
    var changed = new ArrayList<>(lines);
    changed.set(line, cells);
    return changed;
  }

  static List<List<String>> lines(Path table) throws IOException {
    try (var csv = CsvReader.builder().ofCsvRecord(table)) {
      return csv.stream().map(CsvRecord::getFields).toList();
    }
  }

  static void write(List<? extends List<String>> lines, Path table) throws IOException {
    try (var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(table)) {
      lines.forEach(csv::writeRecord);
    }
  }

  /** Returns the violations as one text. */
  static String named(List<Violation> violations) {
    return String.join("\n", violations.stream().map(Violation::toString).toList());
  }
}

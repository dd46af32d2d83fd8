package io.metasched.simulation.result;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The header of a run as run.json. */
final class HeaderJson {
  private static final int MOST_BYTES = 1 << 16;
  private static final String SCHEMA = "schema";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path path;
  private final JsonFile file;

  HeaderJson(Path folder) {
    path = folder.resolve(RunFiles.HEADER);
    file = new JsonFile(path, MOST_BYTES);
  }

  /**
   * @throws IllegalArgumentException for a text that could not be read back
   */
  void write(RunHeader header) throws IOException {
    for (var text :
        List.of(header.scenario(), header.policy(), header.driver(), header.version())) {
      if (text.length() > CsvTable.MOST_FIELD_CHARS) {
        throw new IllegalArgumentException(
            "%s: allowed are at most %d characters, but given is %s"
                .formatted(RunFiles.HEADER, CsvTable.MOST_FIELD_CHARS, ShownText.quoted(text)));
      }
    }
    var indenter = new DefaultIndenter("  ", "\n");
    var printer = new DefaultPrettyPrinter().withObjectIndenter(indenter);
    Files.writeString(path, JSON.writer(printer).writeValueAsString(tree(header)) + "\n");
  }

  /**
   * @throws ResultFormatException for anything but a header of this schema
   */
  RunHeader read() {
    var tree = file.read();
    long schema = file.number(tree, SCHEMA);
    if (schema != RunFiles.SCHEMA) {
      throw file.malformed(tree, SCHEMA, "schema " + RunFiles.SCHEMA);
    }
    var header =
        new RunHeader(
            file.text(tree, "scenario"),
            file.text(tree, "policy"),
            file.text(tree, "driver"),
            file.number(tree, "seed"),
            file.text(tree, "version"),
            file.number(tree, "granularityTicks"),
            file.number(tree, "periodTicks"),
            file.number(tree, "horizonTicks"),
            file.number(tree, "planningTicks"),
            file.integer(tree, "organizations"),
            file.integer(tree, "users"),
            file.number(tree, "budgetPerCycleMilli"),
            file.flag(tree, "refundsUnused"),
            file.number(tree, "endTick"),
            file.integer(tree, "cycles"),
            file.integer(tree, "failedCycles"),
            file.flag(tree, "complete"));
    requireNothingElse(tree, header);
    return header;
  }

  private static ObjectNode tree(RunHeader header) {
    return JSON.createObjectNode()
        .put(SCHEMA, RunFiles.SCHEMA)
        .put("scenario", header.scenario())
        .put("policy", header.policy())
        .put("driver", header.driver())
        .put("seed", header.seed())
        .put("version", header.version())
        .put("granularityTicks", header.granularityTicks())
        .put("periodTicks", header.periodTicks())
        .put("horizonTicks", header.horizonTicks())
        .put("planningTicks", header.planningTicks())
        .put("organizations", header.organizations())
        .put("users", header.users())
        .put("budgetPerCycleMilli", header.budgetPerCycleMilli())
        .put("refundsUnused", header.refundsUnused())
        .put("endTick", header.endTick())
        .put("cycles", header.cycles())
        .put("failedCycles", header.failedCycles())
        .put("complete", header.complete());
  }

  private void requireNothingElse(JsonNode tree, RunHeader header) {
    var unknown = new ArrayList<String>();
    tree.fieldNames().forEachRemaining(unknown::add);
    tree(header).fieldNames().forEachRemaining(unknown::remove);
    if (!unknown.isEmpty()) {
      throw ResultFile.refusal(
          path,
          "schema %d has no key %s".formatted(RunFiles.SCHEMA, ShownText.quoted(unknown.get(0))));
    }
  }
}

package io.metasched.simulation.result;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The header of a run as run.json. */
final class HeaderJson {
  static final String FILE = "run.json";

  private static final int MOST_BYTES = 1 << 16;
  private static final String SCHEMA = "schema";
  private static final ObjectMapper JSON = mapper();

  private final Path path;

  HeaderJson(Path folder) {
    path = folder.resolve(FILE);
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
                .formatted(FILE, CsvTable.MOST_FIELD_CHARS, ShownText.quoted(text)));
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
    var tree = parse(text());
    if (!tree.isObject()) {
      throw ResultFile.refusal(path, "allowed is one JSON object");
    }
    long schema = number(tree, SCHEMA);
    if (schema != RunFiles.SCHEMA) {
      throw malformed(tree, SCHEMA, "schema " + RunFiles.SCHEMA);
    }
    var header =
        new RunHeader(
            text(tree, "scenario"),
            text(tree, "policy"),
            text(tree, "driver"),
            number(tree, "seed"),
            text(tree, "version"),
            number(tree, "granularityTicks"),
            flag(tree, "unlimitedAccounts"),
            flag(tree, "refundsUnused"),
            number(tree, "endTick"),
            integer(tree, "cycles"),
            integer(tree, "failedCycles"),
            flag(tree, "complete"));
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
        .put("unlimitedAccounts", header.unlimitedAccounts())
        .put("refundsUnused", header.refundsUnused())
        .put("endTick", header.endTick())
        .put("cycles", header.cycles())
        .put("failedCycles", header.failedCycles())
        .put("complete", header.complete());
  }

  private String text() {
    try (var file = ResultFile.open(path, MOST_BYTES);
        var reader = file.text()) {
      var text = new StringWriter();
      reader.transferTo(text);
      return text.toString();
    } catch (IOException unreadable) {
      throw ResultFile.refusal(path, "no UTF-8 text: " + ShownText.reason(unreadable));
    }
  }

  private JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException noJson) {
      var location = noJson.getLocation();
      int line = location == null ? 1 : location.getLineNr();
      throw new ResultFormatException(
          "%s:%d: no JSON: %s"
              .formatted(ShownText.line(path), line, ShownText.line(noJson.getOriginalMessage())));
    }
  }

  private String text(JsonNode tree, String key) {
    var value = tree.path(key);
    if (!value.isTextual() || value.textValue().length() > CsvTable.MOST_FIELD_CHARS) {
      throw malformed(tree, key, "a text of at most 1000 characters");
    }
    return value.textValue();
  }

  private boolean flag(JsonNode tree, String key) {
    if (!tree.path(key).isBoolean()) {
      throw malformed(tree, key, "true or false");
    }
    return tree.path(key).booleanValue();
  }

  private int integer(JsonNode tree, String key) {
    if (!tree.path(key).isIntegralNumber() || !tree.path(key).canConvertToInt()) {
      throw malformed(tree, key, "a whole number of 32 bits");
    }
    return tree.path(key).intValue();
  }

  private long number(JsonNode tree, String key) {
    if (!tree.path(key).isIntegralNumber() || !tree.path(key).canConvertToLong()) {
      throw malformed(tree, key, "a whole number of 64 bits");
    }
    return tree.path(key).longValue();
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

  private ResultFormatException malformed(JsonNode tree, String key, String allowed) {
    var value = tree.get(key);
    var given = value == null ? "nothing" : ShownText.quoted(value.toString());
    return ResultFile.refusal(
        path, "%s: allowed is %s, but given is %s".formatted(key, allowed, given));
  }

  private static ObjectMapper mapper() {
    var mapper = new ObjectMapper();
    var limits = StreamReadConstraints.builder().maxNestingDepth(10).build();
    mapper.getFactory().setStreamReadConstraints(limits);
    return mapper
        .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }
}

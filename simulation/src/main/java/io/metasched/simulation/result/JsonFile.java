package io.metasched.simulation.result;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/** A file that holds one JSON object, read strictly; refusals name the file and the key. */
final class JsonFile {
  private static final ObjectMapper JSON = mapper();

  private final Path path;
  private final int mostBytes;

  JsonFile(Path path, int mostBytes) {
    this.path = path;
    this.mostBytes = mostBytes;
  }

  /**
   * The object in the file.
   *
   * @throws ResultFormatException for anything else
   */
  JsonNode read() {
    var tree = parse(text());
    if (!tree.isObject()) {
      throw ResultFile.refusal(path, "allowed is one JSON object");
    }
    return tree;
  }

  private String text() {
    try (var file = ResultFile.open(path, mostBytes);
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

  String text(JsonNode tree, String key) {
    var value = tree.path(key);
    if (!value.isTextual() || value.textValue().length() > CsvTable.MOST_FIELD_CHARS) {
      throw malformed(tree, key, "a text of at most 1000 characters");
    }
    return value.textValue();
  }

  boolean flag(JsonNode tree, String key) {
    if (!tree.path(key).isBoolean()) {
      throw malformed(tree, key, "true or false");
    }
    return tree.path(key).booleanValue();
  }

  int integer(JsonNode tree, String key) {
    if (!tree.path(key).isIntegralNumber() || !tree.path(key).canConvertToInt()) {
      throw malformed(tree, key, "a whole number of 32 bits");
    }
    return tree.path(key).intValue();
  }

  long number(JsonNode tree, String key) {
    if (!tree.path(key).isIntegralNumber() || !tree.path(key).canConvertToLong()) {
      throw malformed(tree, key, "a whole number of 64 bits");
    }
    return tree.path(key).longValue();
  }

  /** Whether the file has this text under a key; one that cannot be read has not. */
  boolean hasText(String key, String text) {
    try {
      return read().path(key).asText().equals(text);
    } catch (ResultFormatException unreadable) {
      return false;
    }
  }

  /** Holds that a summary is of this kind and schema. */
  void requireKind(JsonNode summary, String kind, int schema) {
    if (!text(summary, "kind").equals(kind)) {
      throw malformed(summary, "kind", kind);
    }
    if (integer(summary, "schema") != schema) {
      throw malformed(summary, "schema", String.valueOf(schema));
    }
  }

  /** The keys of an object that are numbers. */
  static SortedMap<String, Double> numbers(JsonNode object) {
    var numbers = new TreeMap<String, Double>();
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (object.path(name).isNumber()) {
                numbers.put(name, object.path(name).doubleValue());
              }
            });
    return numbers;
  }

  /** The numbers of each object in a list, by its whole number under {@code key}. */
  SortedMap<Integer, SortedMap<String, Double>> groups(JsonNode tree, String list, String key) {
    var groups = new TreeMap<Integer, SortedMap<String, Double>>();
    for (var group : tree.path(list)) {
      if (groups.put(integer(group, key), numbers(group)) != null) {
        throw malformed(tree, list, "a list that has each %s once".formatted(key));
      }
    }
    return groups;
  }

  ResultFormatException malformed(JsonNode tree, String key, String allowed) {
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

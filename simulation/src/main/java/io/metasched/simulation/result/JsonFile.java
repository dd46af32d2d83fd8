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

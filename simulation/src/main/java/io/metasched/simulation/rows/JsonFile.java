package io.metasched.simulation.rows;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.metascheduler.program.PrintableText;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;

/** File with one JSON object, read strictly; errors name the file and the key. */
public record JsonFile(Path path, int mostBytes) {
  private static final ObjectMapper JSON = mapper();
  private static final int MOST_TEXT_CHARS = 1000;

  /**
   * Returns the object in the file.
   *
   * @throws ResultFormatException if the file contains anything else
   */
  public JsonNode read() {
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
      throw ResultFile.refusal(path, "not UTF-8 text: " + PrintableText.reason(unreadable));
    }
  }

  private JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException noJson) {
      var location = noJson.getLocation();
      int line = location == null ? 1 : location.getLineNr();
      throw new ResultFormatException(
          "%s:%d: not valid JSON: %s"
              .formatted(
                  PrintableText.escaped(path),
                  line,
                  PrintableText.escaped(noJson.getOriginalMessage())));
    }
  }

  public String text(JsonNode tree, String key) {
    var value = tree.path(key);
    if (!value.isTextual() || value.textValue().length() > MOST_TEXT_CHARS) {
      throw malformed(tree, key, "a text of at most 1000 characters");
    }
    return value.textValue();
  }

  public int integer(JsonNode tree, String key) {
    if (!tree.path(key).isIntegralNumber() || !tree.path(key).canConvertToInt()) {
      throw malformed(tree, key, "a whole number of 32 bits");
    }
    return tree.path(key).intValue();
  }

  public long number(JsonNode tree, String key) {
    if (!tree.path(key).isIntegralNumber() || !tree.path(key).canConvertToLong()) {
      throw malformed(tree, key, "a whole number of 64 bits");
    }
    return tree.path(key).longValue();
  }

  /** Returns whether the file has this text under a key; false if it cannot be read. */
  public boolean hasText(String key, String text) {
    try {
      return read().path(key).asText().equals(text);
    } catch (ResultFormatException unreadable) {
      return false;
    }
  }

  public ResultFormatException malformed(JsonNode tree, String key, String allowed) {
    var value = tree.get(key);
    var given = value == null ? "nothing" : PrintableText.quoted(value.toString());
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

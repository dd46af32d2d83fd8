package io.metasched.service.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import java.io.IOException;
import java.util.TreeMap;

/** Bodies of requests in JSON. */
final class JsonBodies {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonBodies() {}

  /**
   * Parses a body.
   *
   * @throws Problem if the body is not JSON, or has a member twice
   */
  static JsonNode parse(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      var first = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new Problem(ProblemType.INVALID_REQUEST, "the body is not valid JSON: " + first);
    }
  }

  /** Returns the SHA-256 of a body in its canonical form. */
  static String digest(JsonNode body) {
    try {
      return Sha256.of(JSON.writeValueAsBytes(sorted(body)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns a node with sorted members, so that requests which differ only in the order of members
   * have equal digests.
   */
  private static JsonNode sorted(JsonNode node) {
    if (node.isObject()) {
      var members = new TreeMap<String, JsonNode>();
      node.properties().forEach(each -> members.put(each.getKey(), sorted(each.getValue())));
      var object = JSON.createObjectNode();
      members.forEach(object::set);
      return object;
    } else if (node.isArray()) {
      var array = JSON.createArrayNode();
      node.forEach(each -> array.add(sorted(each)));
      return array;
    }
    return node;
  }
}

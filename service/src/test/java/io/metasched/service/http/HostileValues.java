package io.metasched.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Invalid JSON values as texts, and values at the bounds of valid values. */
final class HostileValues {
  private static final int DEEP = 900; // Jackson reads 1000 levels
  private static final int TOO_DEEP = 100_000;
  private static final int LONG = 200_000;

  /** Values for members of any type. */
  static final List<String> ANY =
      List.of(
          "null",
          "true",
          "false",
          "0",
          "-1",
          "1",
          "1.5",
          "1e2",
          "1e400",
          "-1e-400",
          "2147483648",
          "9223372036854775807",
          "-9223372036854775808",
          "9223372036854775808",
          "99999999999999999999999999",
          "1e999999999",
          "\"\"",
          "\" \"",
          "\"-1\"",
          "\"1e5\"",
          "\"NaN\"",
          "\"\\u0000\"",
          "\"a\\u0000b\"",
          "\"\\u0001\\u001b[31m\\r\\n\\u007f\\u0085\"",
          "\"\\ud800\"",
          "\"\\udc00x\"",
          "\"\\ud83d\\udca9\\u202e\\ufeff\"",
          "\"../../etc\"",
          "\"a/b\"",
          "\"node=x,y\"",
          "\"${jndi:x}%s%n{0}\"",
          "\"" + "x".repeat(LONG) + "\"",
          "\"PT0S\"",
          "\"PT-1S\"",
          "\"PT0.0000001S\"",
          "\"PT1000H\"",
          "\"P366D\"",
          "\"PT2562047788015215H30M7S\"",
          "\"P-106751991167300D\"",
          "\"0000-01-01T00:00:00Z\"",
          "\"1970-01-01T00:00:00Z\"",
          "\"2026-12-01T25:00:00Z\"",
          "\"9999-12-31T23:59:59Z\"",
          "\"+1000000000-12-31T23:59:59Z\"",
          "\"-1000000000-01-01T00:00:00Z\"",
          "\"24:00\"",
          "\"00:00\"",
          "\"0.001\"",
          "\"0.0001\"",
          "\"-0.001\"",
          "\"999999999999999.999\"",
          "\"1000000000000000\"",
          "\"1-300\"",
          "[]",
          "[null]",
          "[[]]",
          "[\"x\",\"x\"]",
          "[\"\\ud800\",\"\\u0000\",\"\"]",
          "[0]",
          "{}",
          "{\"\":\"\"}",
          "{\"a\\u0000\":\"b\"}",
          "{\"a/b~c\":null,\"x\":{}}",
          "{\"a\":1,\"a\":2}",
          "[".repeat(DEEP) + "]".repeat(DEEP),
          "{\"a\":".repeat(DEEP) + "1" + "}".repeat(DEEP),
          "[".repeat(TOO_DEEP),
          "x",
          "");

  private HostileValues() {}

  /**
   * Returns the values at and beyond the bounds of a schema, and the values for members of any
   * type.
   */
  static List<String> of(JsonNode schema) {
    var values = new ArrayList<>(bounds(schema));
    values.addAll(ANY);
    return values;
  }

  /** Returns the values at and directly beyond the bounds of a schema. */
  static List<String> bounds(JsonNode schema) {
    var values = new ArrayList<String>();
    for (var each : schema.path("enum")) {
      values.add(each.toString());
      values.add(each.toString().toUpperCase(Locale.ROOT));
      values.add("\"" + each.asText() + "x\"");
    }
    for (var name : List.of("minimum", "maximum")) {
      if (schema.has(name)) {
        var bound = new BigInteger(schema.path(name).asText());
        values.add(bound.toString());
        values.add(bound.subtract(BigInteger.ONE).toString());
        values.add(bound.add(BigInteger.ONE).toString());
      }
    }
    for (var name : List.of("minLength", "maxLength")) {
      if (schema.has(name)) {
        int length = schema.path(name).asInt();
        values.add("\"" + "x".repeat(length) + "\"");
        values.add("\"" + "x".repeat(length + 1) + "\"");
      }
    }
    for (var name : List.of("minItems", "maxItems")) {
      if (schema.has(name)) {
        int count = schema.path(name).asInt();
        values.add("[" + "null,".repeat(count) + "null]");
      }
    }
    return values;
  }

  /** Parameter values, encoded for a path or a query. */
  static final List<String> ENCODED =
      List.of(
          "",
          "0",
          "-1",
          "1",
          "2147483648",
          "9223372036854775807",
          "99999999999999999999",
          "1e9",
          "NaN",
          "true",
          "TRUE",
          "null",
          "%00",
          "%ff",
          "%ED%A0%80",
          "%",
          "%2e%2e",
          "..",
          "%2F",
          "a:b",
          "a,b",
          ",",
          "=",
          "%0D%0AX:%20y",
          "%F0%9F%92%A9",
          "'%20OR%201=1",
          "%3Cscript%3E",
          "PT0S",
          "-5s",
          "99999s",
          "P1000000000D",
          "PT2562047788015215H30M7S",
          "0000-01-01T00:00:00Z",
          "9999-12-31T23:59:59Z",
          "+1000000000-12-31T23:59:59Z",
          "2026-12-01T00:00:00Z",
          "1-255",
          "999-999",
          "x".repeat(3000));
}

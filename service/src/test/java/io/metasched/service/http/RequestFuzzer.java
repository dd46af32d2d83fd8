package io.metasched.service.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draws requests that are nearly right, and some that are nothing. */
final class RequestFuzzer {
  private static final String JOB =
      "{\"name\":\"n\",\"nodes\":1,\"work\":{\"duration\":\"PT1S\"},\"labels\":{\"a\":\"b\"},"
          + "\"requires\":{\"performance\":1,\"labels\":{}},\"budget\":{\"total\":\"1.5\"},"
          + "\"criterion\":\"finish\",\"start\":{\"notBefore\":\"2026-01-01T00:00:00Z\"},"
          + "\"run\":{\"command\":[\"x\"],\"environment\":{\"A\":\"b\"},\"grace\":\"PT1S\","
          + "\"input\":[{\"path\":\"p\",\"text\":\"t\"}],\"limits\":{\"processes\":5}}}";
  private static final List<String> PATHS =
      List.of(
          "GET /v1/jobs?limit=5&cursor=%s&state=waiting&user=%s",
          "GET /v1/jobs/%s?sinceVersion=%s&wait=0s",
          "GET /v1/jobs/%s/events?cursor=%s&limit=%s",
          "GET /v1/jobs/%s/parts/%s/stdout",
          "GET /v1/accounts",
          "GET /v1/accounts/%s/ledger?cursor=%s&limit=%s",
          "GET /v1/nodes",
          "GET /v1/nodes/%s",
          "GET /v1/cycles?cursor=%s&limit=%s",
          "GET /v1/tokens",
          "GET /metrics",
          "GET /openapi.yaml",
          "GET /problems/%s",
          "GET /health/live",
          "GET /%s",
          "POST /v1/jobs?dryRun=%s",
          "POST /v1/jobs",
          "POST /v1/jobs",
          "POST /v1/jobs",
          "POST /v1/jobs",
          "POST /v1/jobs:batch",
          "POST /v1/jobs:batch",
          "POST /v1/jobs/%s:cancel",
          "POST /v1/jobs/%s:signal",
          "POST /v1/accounts/%s/deposits",
          "POST /v1/nodes/%s:drain",
          "POST /v1/nodes/%s:resume",
          "POST /v1/tokens",
          "DELETE /v1/tokens/%s");
  private static final List<String> WORDS =
      List.of(
          "",
          "0",
          "-1",
          "1",
          "user1",
          "local-1",
          "bank",
          "over-budget",
          "true",
          "30",
          "PT0S",
          "99999999999999999999",
          "1e9",
          "NaN",
          "null",
          "%00",
          "%ff",
          "%2e%2e",
          "..",
          "%2F",
          "a:b",
          "%F0%9F%92%A9",
          "'%20OR%201=1",
          "${jndi}",
          "%3Cscript%3E",
          "0s",
          "-5s",
          "P1000000000D");
  private static final List<String> VALUES =
      List.of(
          "null",
          "-1",
          "0",
          "1e400",
          "1e9",
          "99999999999999999999",
          "\"\"",
          "\"\\u0000\"",
          "[]",
          "{}",
          "true",
          "\"\\ud800\"",
          "\"PT-1S\"",
          "\"P999999999D\"",
          "\"9999-99-99T00:00:00Z\"",
          "\"+1000000000-12-31T23:59:59Z\"",
          "\"-1.5\"",
          "\"999999999999999.999\"",
          "[[[]]]");
  private static final List<String> HEADERS =
      List.of(
          "Idempotency-Key: %s",
          "If-Match: %s",
          "Range: bytes=%s-%s",
          "Last-Event-ID: %s",
          "X-Request-Id: %s",
          "Content-Type: %s",
          "Accept: %s",
          "Authorization: %s",
          "Transfer-Encoding: %s",
          "Expect: %s",
          "Cookie: %s",
          "Host: %s");

  private final Random random;
  private final List<String> tokens;
  private final List<String> jobs;

  RequestFuzzer(long seed, List<String> tokens, List<String> jobs) {
    random = new Random(seed);
    this.tokens = tokens;
    this.jobs = jobs;
  }

  private <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** A request. */
  byte[] next() {
    var line = one(PATHS);
    while (line.contains("%s")) {
      line = line.replaceFirst("%s", java.util.regex.Matcher.quoteReplacement(word()));
    }
    var body = line.startsWith("GET") ? "" : body(line);
    var head = new StringBuilder(line).append(" HTTP/1.1\r\nHost: h\r\nConnection: close\r\n");
    head.append("Authorization: Bearer ").append(one(tokens)).append("\r\n");
    if (random.nextInt(3) == 0) {
      head.append(one(HEADERS).replace("%s", word())).append("\r\n");
    }
    if (random.nextInt(50) == 0) {
      head.append("X-Long: ").append("x".repeat(random.nextInt(20_000))).append("\r\n");
    }
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    int said = random.nextInt(100) == 0 ? random.nextInt(2 * bytes.length + 1) : bytes.length;
    head.append("Content-Length: ").append(said).append("\r\n\r\n");
    var all = new ByteArrayOutputStream();
    all.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    all.writeBytes(bytes);
    return random.nextInt(10) == 0 ? damaged(all.toByteArray()) : all.toByteArray();
  }

  private String word() {
    return random.nextInt(3) == 0 ? one(jobs) : one(WORDS);
  }

  private String body(String line) {
    var sound =
        line.contains("/v1/jobs:batch")
            ? "{\"jobs\":[%s,%s]}".formatted(JOB, changed(JOB))
            : line.contains("deposits")
                ? "{\"amount\":\"1.5\"}"
                : line.contains(":signal")
                    ? "{\"signal\":\"USR1\"}"
                    : line.contains(":drain")
                        ? "{\"reason\":\"x\",\"mode\":\"giveBack\"}"
                        : line.contains("tokens") ? "{\"lasts\":\"PT1H\"}" : JOB;
    return switch (random.nextInt(12)) {
      case 0 -> "";
      case 1 -> sound;
      case 2 -> "[".repeat(random.nextInt(5000));
      case 3 -> "{\"a\":".repeat(random.nextInt(3000)) + "1";
      case 4 -> "\"" + "x".repeat(random.nextInt(100_000)) + "\"";
      case 5 -> sound.substring(0, random.nextInt(sound.length()));
      default -> changed(sound);
    };
  }

  /** Puts something else in the place of a value, or adds a member. */
  private String changed(String json) {
    var places = new ArrayList<Integer>();
    for (int i = json.indexOf(':'); i >= 0; i = json.indexOf(':', i + 1)) {
      places.add(i);
    }
    int at = one(places) + 1;
    int end = at;
    while (end < json.length() && ",}]".indexOf(json.charAt(end)) < 0) {
      end++;
    }
    var member = random.nextInt(8) == 0 ? ",\"further\":1" : "";
    return json.substring(0, at) + one(VALUES) + member + json.substring(end);
  }

  private byte[] damaged(byte[] bytes) {
    for (int i = 0; i <= random.nextInt(4); i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }
}

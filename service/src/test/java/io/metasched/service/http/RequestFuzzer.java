package io.metasched.service.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generator of requests that are almost valid, and of occasional garbage. */
final class RequestFuzzer {
  /** Parameters with which an answer may take a minute, or never end. */
  private static final List<String> ENDLESS = List.of("wait", "follow");

  /** Streams, whose first byte may take as long as a heartbeat. */
  private static final List<String> STREAMS = List.of("/v1/events", "/v1/changes");

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
  private final List<DescribedRequest> requests;
  private final List<String> tokens;
  private final List<String> ids;

  RequestFuzzer(long seed, List<DescribedRequest> requests, List<String> tokens, List<String> ids) {
    random = new Random(seed);
    this.requests = requests.stream().filter(each -> !STREAMS.contains(each.path())).toList();
    this.tokens = tokens;
    this.ids = ids;
  }

  private <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** Returns a random request. */
  byte[] next() {
    var request = one(requests);
    var line = random.nextInt(30) == 0 ? "GET /" + word() : line(request);
    var body = line.startsWith("GET") ? "" : body(request);
    var head = new StringBuilder(line).append(" HTTP/1.1\r\nHost: h\r\nConnection: close\r\n");
    head.append("Authorization: Bearer ").append(one(tokens)).append("\r\n");
    head.append("Content-Type: application/json\r\nX-Requested-With: t\r\n");
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

  private String line(DescribedRequest request) {
    var path = request.path();
    var query = new ArrayList<String>();
    for (var each : request.parameters()) {
      var name = each.path("name").asText();
      if (each.path("in").asText().equals("path")) {
        path = path.replace("{" + name + "}", word());
      } else if (each.path("in").asText().equals("query")
          && !ENDLESS.contains(name)
          && random.nextInt(3) == 0) {
        query.add(name + "=" + word());
      }
    }
    var line = request.method() + " " + path;
    return query.isEmpty() ? line : line + "?" + String.join("&", query);
  }

  private String word() {
    return random.nextInt(3) == 0 ? one(ids) : one(HostileValues.ENCODED);
  }

  private String body(DescribedRequest request) {
    var sound = request.sound().toString();
    return switch (random.nextInt(12)) {
      case 0 -> "";
      case 1 -> sound;
      case 2 -> "[".repeat(random.nextInt(5000));
      case 3 -> "{\"a\":".repeat(random.nextInt(3000)) + "1";
      case 4 -> "\"" + "x".repeat(random.nextInt(100_000)) + "\"";
      case 5 -> sound.substring(0, random.nextInt(sound.length() + 1));
      default -> changed(request);
    };
  }

  /** Replaces or adds a member of the body. */
  private String changed(DescribedRequest request) {
    var members = request.members();
    if (members.isEmpty()) {
      return "{}";
    }
    var member = one(members);
    var further = random.nextInt(8) == 0 ? ",\"further\":1}" : "}";
    return request
        .with(member.pointer(), one(HostileValues.of(member.schema())))
        .replaceFirst("}$", further);
  }

  private byte[] damaged(byte[] bytes) {
    for (int i = 0; i <= random.nextInt(4); i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }
}

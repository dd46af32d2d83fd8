package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Fuzzer that sends requests that are valid except for one member, parameter or header. */
final class MemberFuzzer {
  private static final String LATER =
      TestedApi.SMALL
          .formatted("later")
          .replace("{\"work", "{\"start\":{\"notBefore\":\"2099-01-01T00:00:00Z\"},\"work");
  private static final List<String> OF_USERS = List.of("/v1/jobs", "/v1/estimates", "/v1/reserv");

  private static final int SHOWN = 500;

  private final TestedApi api;
  private final Map<String, String> ids = new TreeMap<>();
  private final String running;
  private final String waiting;
  private int turn;

  MemberFuzzer(TestedApi api) throws IOException, InterruptedException {
    this.api = api;
    var over = api.submit("user1", TestedApi.SMALL.formatted("x"));
    api.outcome(over);
    // prices per second that are always at their bounds
    setPrice("local-3", "10000.000");
    setPrice("local-4", "0");
    running = api.submit("user1", TestedApi.SMALL.formatted("hang").replace("10S", "10M"));
    api.when(running, "running");
    waiting = api.submit("user1", LATER);
    ids.putAll(
        Map.of("job", over, "part", "0", "node", "local-2", "account", "user1", "token", "t-0"));
    ids.putAll(
        Map.of("reservation", "r", "local", "l", "file", "app.js", "problem", "over-budget"));
    ids.put("command", "squeue");
  }

  private void setPrice(String node, String price) throws IOException, InterruptedException {
    var body = "{\"price\":\"%s\"}".formatted(price);
    var answer = api.call("PUT", "/v1/nodes/%s/policy".formatted(node), "admin", body);
    assertThat(answer.status()).isEqualTo(200);
  }

  /** Sends a valid request, and one request for each selected value of each member. */
  void fuzz(DescribedRequest request, int oneOf, Map<Integer, Integer> statuses)
      throws IOException, InterruptedException {
    var body = request.sound() instanceof MissingNode ? "" : request.sound().toString();
    send(request, url(request, (name, sound) -> sound, ""), body, Map.of(), statuses);
    for (var each : request.parameters()) {
      for (var value : chosen(List.of(), HostileValues.ENCODED, oneOf)) {
        vary(request, each, value, body, statuses);
      }
    }
    for (var member : request.members()) {
      var bounds = HostileValues.bounds(member.schema());
      for (var value : chosen(bounds, HostileValues.ANY, oneOf)) {
        var url = url(request, (name, sound) -> sound, "");
        send(request, url, request.with(member.pointer(), value), Map.of(), statuses);
      }
    }
  }

  /**
   * Returns all of the first values, and one in {@code oneOf} of all other values, with a different
   * offset each time.
   */
  private List<String> chosen(List<String> all, List<String> some, int oneOf) {
    var chosen = new ArrayList<>(all);
    for (int i = turn++ % oneOf; i < some.size(); i += oneOf) {
      chosen.add(some.get(i));
    }
    return chosen;
  }

  private void vary(
      DescribedRequest request,
      JsonNode parameter,
      String value,
      String body,
      Map<Integer, Integer> statuses)
      throws IOException, InterruptedException {
    var name = parameter.path("name").asText();
    BiFunction<String, String, String> same = (each, sound) -> sound;
    switch (parameter.path("in").asText()) {
      case "path" -> {
        var url = url(request, (each, sound) -> each.equals(name) ? value : sound, "");
        send(request, url, body, Map.of(), statuses);
      }
      case "query" ->
          send(request, url(request, same, name + "=" + value), body, Map.of(), statuses);
      default -> send(request, url(request, same, ""), body, Map.of(name, value), statuses);
    }
  }

  private String url(
      DescribedRequest request, BiFunction<String, String, String> value, String query) {
    var path = request.path();
    for (var each : ids.entrySet()) {
      var sound = each.getValue();
      if (each.getKey().equals("job") && path.endsWith(":signal")) {
        sound = running;
      } else if (each.getKey().equals("job") && request.method().equals("PATCH")) {
        sound = waiting;
      }
      path = path.replace("{" + each.getKey() + "}", value.apply(each.getKey(), sound));
    }
    return query.isEmpty() ? path : path + "?" + query;
  }

  private void send(
      DescribedRequest request,
      String path,
      String body,
      Map<String, String> headers,
      Map<Integer, Integer> statuses)
      throws IOException, InterruptedException {
    var user = OF_USERS.stream().anyMatch(path::startsWith) ? "user1" : "admin";
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    var head =
        new StringBuilder("%s %s HTTP/1.1\r\nHost: h\r\n".formatted(request.method(), path))
            .append("Connection: close\r\nAuthorization: Bearer " + api.token(user) + "\r\n");
    head.append("Content-Type: application/json\r\nX-Requested-With: t\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("Content-Length: " + bytes.length + "\r\n\r\n");
    var all = new ByteArrayOutputStream();
    all.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
    all.writeBytes(bytes);
    var reply = RawRequest.send(api.service.url(), all.toByteArray());
    var what = "%s %s, got %s".formatted(head, start(body), start(reply.toString()));
    assertThat(reply.status()).as(what).isBetween(200, 499);
    if (reply.status() >= 400) {
      FuzzedRequestsTest.isProblem(api, reply, what);
    } else if (!request.body().isMissingNode()) {
      assertThat(api.described.faults(request, body)).as(what).isEmpty();
    }
    statuses.merge(reply.status(), 1, Integer::sum);
  }

  private static String start(String text) {
    return text.substring(0, Math.min(SHOWN, text.length()));
  }
}

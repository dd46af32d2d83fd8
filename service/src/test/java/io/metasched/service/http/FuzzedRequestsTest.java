package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.http.RawRequest.Reply;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Malformed and hostile requests. */
@Tag("fuzz")
final class FuzzedRequestsTest {
  private static final String[] SETTINGS = {
    "metasched.service.requests-per-second = 1e9", "metasched.service.connection-patience = 2s"
  };
  @TempDir private Path folder;

  @Test
  void eachMemberOfEachRequestTakesSomeOfWhatItShouldNotGet() throws Exception {
    fuzzMembers(Integer.getInteger("fuzz.one-of", 20));
  }

  @Tag("long")
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  @Test
  void eachMemberOfEachRequestTakesAllOfWhatItShouldNotGet() throws Exception {
    fuzzMembers(1);
  }

  /**
   * Sends, for each member, the values at the bounds of its schema and one in {@code oneOf} of all
   * other values.
   */
  private void fuzzMembers(int oneOf) throws Exception {
    var statuses = new TreeMap<Integer, Integer>();
    try (var api = new TestedApi(folder, SETTINGS)) {
      var members = new MemberFuzzer(api);
      for (var request : api.described.requests()) {
        members.fuzz(request, oneOf, statuses);
      }
      assertThat(statuses).containsKeys(200, 201, 202, 400, 404, 422);
      sound(api);
    }
    try (var api = new TestedApi(folder, SETTINGS)) {
      sound(api);
    }
  }

  @Test
  void someThousandsOfThemAreAnsweredByProblemsAndDoNothingByHalf() throws Exception {
    fuzz(1, 1500);
  }

  @Tag("long")
  @Test
  void manyMoreAreAnsweredByProblemsAndDoNothingByHalf() throws Exception {
    fuzz(2, Integer.getInteger("fuzz.requests", 10_000));
  }

  private void fuzz(long seed, int requests) throws Exception {
    var statuses = new TreeMap<Integer, Integer>();
    try (var api = new TestedApi(folder, SETTINGS)) {
      var over = api.submit("user1", TestedApi.SMALL.formatted("x"));
      api.outcome(over);
      var running = api.submit("user1", TestedApi.SMALL.formatted("hang").replace("10S", "10M"));
      var tokens = new ArrayList<>(List.of("", "mst_0", "\u00e9"));
      for (int i = 0; i < 4; i++) {
        tokens.addAll(List.of(api.token("user1"), api.token("user2"), api.token("admin")));
      }
      var fuzzer =
          new RequestFuzzer(
              seed, api.described.requests(), tokens, List.of(over, running, "local-2"));
      for (int i = 0; i < requests; i++) {
        var drawn = fuzzer.next();
        var reply = RawRequest.send(api.service.url(), drawn);
        statuses.merge(reply.status(), 1, Integer::sum);
        check(api, drawn, reply);
      }
      assertThat(statuses).containsKeys(200, 201, 400, 401, 403, 404);
      sound(api);
    }
    // all effects of the requests are in the event store
    try (var api = new TestedApi(folder, SETTINGS)) {
      sound(api);
    }
  }

  private static void check(TestedApi api, byte[] drawn, Reply reply) {
    var what =
        "%d %s\n%s"
            .formatted(
                reply.status(), reply.body(), new String(drawn, StandardCharsets.ISO_8859_1));
    assertThat(reply.status()).as(what).isLessThan(500);
    if (reply.status() >= 400) {
      isProblem(api, reply, what);
    }
  }

  static void isProblem(TestedApi api, Reply reply, String what) {
    assertThat(reply.type()).as(what).startsWith("application/problem+json");
    var faults = api.described.faults("NONE", "/none", reply.status(), reply.type(), reply.body());
    assertThat(faults).as(what).isEmpty();
  }

  private static void sound(TestedApi api) throws Exception {
    var sum = BigDecimal.ZERO;
    for (var account : api.call("GET", "/v1/accounts", "admin", "").json().path("items")) {
      sum =
          sum.add(new BigDecimal(account.path("balance").asText()))
              .add(new BigDecimal(account.path("held").asText()));
    }
    assertThat(sum).isEqualByComparingTo(BigDecimal.ZERO);
    var path = "/v1/jobs?limit=1000";
    for (boolean more = true; more; ) {
      var page = api.call("GET", path, "admin", "").json();
      for (var job : page.path("items")) {
        api.call("GET", "/v1/jobs/" + job.path("id").asText(), "admin", "");
      }
      more = page.has("next");
      path = "/v1/jobs?limit=1000&cursor=" + page.path("next").asText();
    }
  }

  /** Sends the bytes one by one; returns the nanoseconds until the server closes the connection. */
  private static long drip(String url, byte[] first, byte each) throws IOException {
    var where = URI.create(url);
    long begun = System.nanoTime();
    try (var socket = new Socket(where.getHost(), where.getPort())) {
      socket.getOutputStream().write(first);
      socket.setSoTimeout(100);
      while (true) {
        try {
          if (socket.getInputStream().read() < 0) {
            return System.nanoTime() - begun;
          }
        } catch (java.net.SocketTimeoutException goesOn) {
          socket.getOutputStream().write(each);
        }
      }
    } catch (IOException reset) {
      return System.nanoTime() - begun;
    }
  }

  @Test
  void aClientThatSendsByteByByteIsDisconnected() throws Exception {
    try (var api = new TestedApi(folder, SETTINGS)) {
      var url = api.service.url();
      var head = "POST /v1/jobs HTTP/1.1\r\nHost: h\r\nX-Slow: ";
      var get = "GET /v1/nodes HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n";
      var events =
          "GET /v1/events HTTP/1.1\r\nHost: h\r\nConnection: close\r\nAuthorization: Bearer %s\r\n\r\n"
              .formatted(api.token("user1"));

      // each of these returns only after the connection is closed
      drip(url, head.getBytes(StandardCharsets.US_ASCII), (byte) 'x');
      drip(url, get.getBytes(StandardCharsets.US_ASCII), (byte) '0');
      drip(url, new byte[0], (byte) '\r');
      // a stream that is read stays open for longer
      try (var socket = new Socket(URI.create(url).getHost(), URI.create(url).getPort())) {
        socket.getOutputStream().write(events.getBytes(StandardCharsets.US_ASCII));
        drip(url, new byte[0], (byte) '\r');
        drip(url, new byte[0], (byte) '\r');
        var id = api.submit("user1", TestedApi.SMALL.formatted("x"));
        var text = new StringBuilder();
        while (text.indexOf(id) < 0) {
          int read = socket.getInputStream().read();
          assertThat(read).isNotNegative();
          text.append((char) read);
        }
      }
    }
  }
}

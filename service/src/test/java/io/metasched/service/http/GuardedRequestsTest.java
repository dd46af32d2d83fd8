package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.http.TestedApi.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are rejected because of their origin, principal or time. */
final class GuardedRequestsTest extends OnOneService {
  private static final String SMALL = TestedApi.SMALL.formatted("x");
  private static final String OWN_PAGE = "X-Requested-With";
  private static final String ORIGIN = "Origin";

  private static Answer call(String method, String path, String user, String body, String... more)
      throws Exception {
    return api.call(method, path, user, body, more);
  }

  private static String session(String token) throws Exception {
    var body = "{\"token\":\"%s\"}".formatted(token);
    var set = call("POST", "/v1/session", "", body, OWN_PAGE, "t").header("Set-Cookie");
    return set.substring(0, set.indexOf(';'));
  }

  // --- other pages

  @Test
  void anotherPageSignsInAsNoUser() throws Exception {
    var body = "{\"token\":\"%s\"}".formatted(api.token("user1"));
    var form = "text/plain";

    var asForm = call("POST", "/v1/session", "", body, "Content-Type", form, OWN_PAGE, "t");
    assertThat(asForm.status()).isEqualTo(415);
    assertThat(asForm.json().path("detail").asText())
        .startsWith("the type of the body: allowed is application/json, given was 'text/plain");
    assertThat(call("POST", "/v1/session", "", body).status()).isEqualTo(403);
    for (var origin : List.of("null", "http://evil.example", "http://127.0.0.1:1")) {
      var answer = call("POST", "/v1/session", "", body, OWN_PAGE, "t", ORIGIN, origin);
      assertThat(answer.status()).as(origin).isEqualTo(403);
      assertThat(answer.header("Set-Cookie")).isEmpty();
    }
    var own = call("POST", "/v1/session", "", body, OWN_PAGE, "t", ORIGIN, api.service.url());
    assertThat(own.status()).isEqualTo(201);
  }

  @Test
  void aPageOfAnotherPortUsesNoSession() throws Exception {
    var cookie = session(api.token("user1"));
    var other = "http://127.0.0.1:1";

    var read = call("GET", "/v1/jobs", "", "", "Cookie", cookie, ORIGIN, other);
    assertThat(read.status()).isEqualTo(403);
    assertThat(read.json().path("detail").asText())
        .isEqualTo(
            "pages of '%s' may not use this service, which is '%s'",
            other, api.service.url().replace("http://", ""));
    for (var guard : List.of(List.of(OWN_PAGE, "t", ORIGIN, other), List.of("X", "t"))) {
      var headers = new ArrayList<>(List.of("Cookie", cookie));
      headers.addAll(guard);
      var made = call("POST", "/v1/jobs", "", SMALL, headers.toArray(String[]::new));
      assertThat(made.status()).isEqualTo(403);
    }
    var own = api.service.url();
    assertThat(
            call("POST", "/v1/jobs", "", SMALL, "Cookie", cookie, OWN_PAGE, "t", ORIGIN, own)
                .status())
        .isEqualTo(201);
  }

  @Test
  void everyBodyIsJson() throws Exception {
    for (var request : api.described.requests()) {
      var path = request.path().replaceAll("\\{[a-z]+}", "x");
      for (var type : List.of("text/plain", "application/x-www-form-urlencoded", "text/json")) {
        if (!request.method().equals("GET")) {
          var answer = call(request.method(), path, "admin", "{}", "Content-Type", type);
          assertThat(answer.status()).as("%s %s", request.method(), path).isEqualTo(415);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /v1/session",
    "POST, /v1/tokens",
    "POST, /v1/jobs",
    "POST, /v1/jobs:batch",
    "PATCH, /v1/jobs/JOB",
    "POST, /v1/jobs/JOB:signal",
    "POST, /v1/estimates",
    "POST, /v1/reservations",
    "PATCH, /v1/accounts/user1",
    "POST, /v1/accounts",
    "POST, /v1/accounts/user1/deposits",
    "POST, /v1/accounts/user1/transfers",
    "POST, /v1/nodes/local-1:drain",
    "PUT, /v1/nodes/local-1/policy",
    "POST, /v1/nodes/local-1/policy:preview",
    "POST, /v1/nodes/local-1/localJobs",
    "POST, /v1/whatif",
    "POST, /v1/webhooks",
    "POST, /v1/slurm/sbatch",
    "POST, /v1/slurm/scancel",
    "POST, /v1/slurm/squeue",
    "POST, /v1/jobs/JOB:cancel",
    "POST, /v1/arrays/JOB:cancel",
    "POST, /v1/nodes/local-1:resume",
    "POST, /v1/reservations/r-1:release",
    "POST, /v1/workflows",
    "POST, /v1/workflows:estimate",
    "POST, /v1/workflows/w-1:cancel",
    "DELETE, /v1/nodes/local-1/localJobs/l-1",
    "DELETE, /v1/tokens/t-1",
    "DELETE, /v1/webhooks/w-1",
    "DELETE, /v1/session"
  })
  void aMemberThatIsNotKnownIsRefused(String method, String path) throws Exception {
    var id = path.contains("JOB") ? api.submit("user1", SMALL) : "";
    var body = "{\"further\":1,\"accounts\":[\"user1\"]}";

    var answer = call(method, path.replace("JOB", id), "admin", body, OWN_PAGE, "t");

    assertThat(answer.status()).as(answer.response().body()).isEqualTo(400);
    assertThat(answer.response().body()).containsAnyOf("\"/further\"", "allowed is empty or {}");
  }

  @Test
  void everyRouteWithABodyIsHeldToItsMembers() {
    var described =
        api.described.requests().stream()
            .filter(each -> !each.method().equals("GET"))
            .map(each -> each.method() + " " + each.path())
            .toList();
    assertThat(described).hasSize(34); // the routes of the test above
  }

  // --- keys

  @Test
  void aKeyOfOnePrincipalAndRouteIsOfNoUseElsewhere() throws Exception {
    var deposit = "/v1/accounts/user3/deposits";
    var key = new String[] {"Idempotency-Key", "k-own"};
    var job = call("POST", "/v1/jobs", "user3", SMALL, key);
    var again = call("POST", "/v1/jobs", "user3", SMALL, key);

    assertThat(call("POST", deposit, "admin", "{\"amount\":\"1\"}", key).status()).isEqualTo(201);
    assertThat(call("POST", deposit, "admin", "{\"amount\":\"1\"}", key).status()).isEqualTo(200);
    assertThat(call("POST", deposit, "admin", "{\"amount\":\"2\"}", key).status()).isEqualTo(422);
    assertThat(again.json().path("id")).isEqualTo(job.json().path("id"));
    var others = SMALL.replaceFirst("\\{", "{\"account\":\"user3\",");
    var byAdmin = call("POST", "/v1/jobs", "admin", others, key);
    assertThat(byAdmin.status()).isEqualTo(201);
    assertThat(byAdmin.json().path("id")).isNotEqualTo(job.json().path("id"));
    var elsewhere = others.replace("user3", "user2");
    assertThat(call("POST", "/v1/jobs", "admin", elsewhere, key).status()).isEqualTo(422);
    var batch = call("POST", "/v1/jobs:batch", "user3", "{\"jobs\":[%s]}".formatted(SMALL), key);
    assertThat(batch.json().at("/items/0/replayed").asBoolean()).isFalse();
    var place = new String[] {"Idempotency-Key", "k-own#0"};
    assertThat(call("POST", "/v1/jobs", "user3", SMALL, place).status()).isEqualTo(201);
  }

  // --- bodies

  @Test
  void aBatchHasUpTo16MebibytesAndNoByteMore() throws Exception {
    var jobs = "{\"jobs\":[%s]}".formatted(SMALL);
    var body = jobs + " ".repeat((16 << 20) - jobs.length());

    assertThat(call("POST", "/v1/jobs:batch", "user1", body).status()).isEqualTo(200);
    assertThat(statusOf("POST /v1/jobs:batch", (16 << 20) + 1)).startsWith("HTTP/1.1 413");
    assertThat(statusOf("POST /v1/jobs", (1 << 20) + 1)).startsWith("HTTP/1.1 413");
  }

  @Test
  void aBodyWithoutATokenHasUpTo4Kibibytes() throws Exception {
    var body = "{\"token\":\"%s\"}".formatted(api.token("user1"));
    var most = body + " ".repeat((4 << 10) - body.length());

    assertThat(call("POST", "/v1/session", "", most, OWN_PAGE, "t").status()).isEqualTo(201);
    assertThat(call("POST", "/v1/session", "", most + " ", OWN_PAGE, "t").status()).isEqualTo(413);
    var chunked =
        HttpRequest.newBuilder(URI.create(api.service.url() + "/v1/session"))
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.fromPublisher(
                    BodyPublishers.ofByteArrays(
                        List.of(most.getBytes(StandardCharsets.UTF_8), new byte[] {' '}))))
            .build();
    assertThat(TestedApi.HTTP.send(chunked, BodyHandlers.discarding()).statusCode()).isEqualTo(413);
  }

  @Test
  void slowBodiesTakeNoPlaceOfOtherRequests() throws Exception {
    var url = URI.create(api.service.url());
    var slow =
        """
        POST %s HTTP/1.1\r
        Host: h\r
        Content-Type: application/json\r
        %sContent-Length: 9\r
        \r
        {\
        """;
    var bearer = "Authorization: Bearer %s\r\n".formatted(api.token("user1"));
    var open = new ArrayList<Socket>();
    try {
      for (int i = 0; i < 240; i++) { // more than the limits for running and waiting requests
        for (var head :
            List.of(slow.formatted("/v1/session", ""), slow.formatted("/v1/jobs", bearer))) {
          var socket = new Socket(url.getHost(), url.getPort());
          open.add(socket);
          socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
        }
      }
      var body = "{\"token\":\"%s\"}".formatted(api.token("user1"));

      assertThat(call("POST", "/v1/session", "", body, OWN_PAGE, "t").status()).isEqualTo(201);
      assertThat(call("POST", "/v1/jobs/none:cancel", "user1", "").status()).isEqualTo(404);
    } finally {
      for (var socket : open) {
        socket.close();
      }
    }
  }

  /** Returns the status line for a request whose announced body is never sent. */
  private static String statusOf(String request, int length) throws Exception {
    var url = URI.create(api.service.url());
    try (var socket = new Socket(url.getHost(), url.getPort())) {
      var head =
          "%s HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"
              .formatted(request, api.token("user1"));
      var lengths = "Content-Length: %d\r\n\r\n".formatted(length);
      socket.getOutputStream().write((head + lengths).getBytes(StandardCharsets.UTF_8));
      var answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      return answer.readLine();
    }
  }

  // --- caches

  @Test
  void nothingPrivateIsKeptOnItsWay() throws Exception {
    var id = api.submit("user1", SMALL);
    for (var each : api.service.paths()) {
      var path = each.substring(each.indexOf(' ') + 1);
      boolean isFile = path.equals("/") || path.startsWith("/assets/");
      if (each.startsWith("GET ") && !isFile) {
        var place = path.replace("{job}", id).replace("{part}", "0").replaceAll("\\{[a-z]+}", "x");
        var answer = open("admin", place);
        answer.body().close();
        assertThat(answer.headers().allValues("Cache-Control"))
            .as(path)
            .containsExactly("no-store");
      }
    }
    var body = "{\"token\":\"%s\"}".formatted(api.token("user1"));
    var signedIn = call("POST", "/v1/session", "", body, OWN_PAGE, "t");
    assertThat(signedIn.header("Cache-Control")).isEqualTo("no-store");
  }

  private static HttpResponse<InputStream> open(String user, String path) throws Exception {
    return TestedApi.HTTP.send(request(api.token(user), path), BodyHandlers.ofInputStream());
  }

  private static HttpRequest request(String token, String path) {
    return HttpRequest.newBuilder(URI.create(api.service.url() + path))
        .header("Authorization", "Bearer " + token)
        .build();
  }

  // --- tokens that are revoked

  private static ObjectNode issue(String maker, String wanted) throws Exception {
    return (ObjectNode) api.callWith(maker, "POST", "/v1/tokens", wanted).json();
  }

  private static int statusOf(String token) throws Exception {
    return api.callWith(token, "GET", "/v1/jobs", "").status();
  }

  @Test
  void derivedTokensEndWithTheirToken() throws Exception {
    var first = issue(api.token("admin"), "{\"principal\":\"second-admin\"}");
    var made = issue(first.path("token").asText(), "{\"principal\":\"u\",\"role\":\"reader\"}");
    var cookie = session(made.path("token").asText());
    var bySession = call("POST", "/v1/tokens", "", "{}", "Cookie", cookie, OWN_PAGE, "t").json();
    assertThat(made.path("parent")).isEqualTo(first.path("id"));

    assertThat(call("DELETE", "/v1/tokens/" + first.path("id").asText(), "admin", "").status())
        .isEqualTo(204);

    assertThat(statusOf(made.path("token").asText())).isEqualTo(401);
    assertThat(statusOf(bySession.path("token").asText())).isEqualTo(401);
    assertThat(call("GET", "/v1/session", "", "", "Cookie", cookie).status()).isEqualTo(401);
    assertThat(statusOf(api.token("admin"))).isEqualTo(200);
  }

  @Test
  void derivedTokensCanBeKept() throws Exception {
    var old = issue(api.token("user1"), "{}");
    var next = issue(old.path("token").asText(), "{}");
    var path = "/v1/tokens/" + old.path("id").asText();

    assertThat(call("DELETE", path + "?derived=all", "user1", "").status()).isEqualTo(400);
    assertThat(call("DELETE", path + "?derived=keep", "user1", "").status()).isEqualTo(204);

    assertThat(statusOf(old.path("token").asText())).isEqualTo(401);
    assertThat(statusOf(next.path("token").asText())).isEqualTo(200);
  }

  private static final String LATER =
      SMALL.replace("\"run\"", "\"start\":{\"notBefore\":\"2126-01-01T00:00:00Z\"},\"run\"");

  @ParameterizedTest
  @ValueSource(strings = {"/v1/events", "/v1/changes", "/v1/jobs/JOB/parts/0/stdout?follow=true"})
  void aStreamEndsWithItsTokenAndThoseThatMadeIt(String path) throws Exception {
    var id = api.submit("user1", LATER);
    var maker = issue(api.token("user1"), "{}");
    var made = issue(maker.path("token").asText(), "{}").path("token").asText();
    var stream =
        TestedApi.HTTP.send(request(made, path.replace("JOB", id)), BodyHandlers.ofInputStream());
    assertThat(stream.statusCode()).isEqualTo(200);

    call("DELETE", "/v1/tokens/" + maker.path("id").asText(), "user1", "");

    assertThat(CompletableFuture.supplyAsync(() -> length(stream.body())))
        .succeedsWithin(1, TimeUnit.MINUTES);
  }

  private static long length(InputStream body) {
    try (body) {
      return body.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aRequestThatWaitsEndsWithItsToken() throws Exception {
    var id = api.submit("user1", LATER);
    var made = issue(api.token("user1"), "{}");
    var path = "/v1/jobs/%s?wait=60s&sinceVersion=999999999".formatted(id);
    var answer =
        TestedApi.HTTP.sendAsync(
            request(made.path("token").asText(), path), BodyHandlers.ofString());

    call("DELETE", "/v1/tokens/" + made.path("id").asText(), "user1", "");

    assertThat(answer.get(50, TimeUnit.SECONDS).statusCode()).isEqualTo(401);
  }
}

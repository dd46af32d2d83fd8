package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.http.javadsl.model.HttpRequest;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.metascheduler.program.Sha256;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dashboard files and browser sessions as served by the server. */
final class DashboardTest extends OnOneService {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String JOB =
      "{\"work\":{\"duration\":\"PT10S\"},\"run\":{\"command\":[\"true\"]}}";
  private static final String LATER =
      JOB.replace("\"run\"", "\"start\":{\"notBefore\":\"2126-01-01T00:00:00Z\"},\"run\"");
  private static final String OWN_PAGE = "X-Requested-With";

  private static HttpResponse<String> call(
      String method, String path, String body, String... headers) throws Exception {
    return api.call(method, path, "", body, headers).response();
  }

  private static HttpResponse<String> callAs(String user, String method, String path, String body)
      throws Exception {
    return api.call(method, path, user, body).response();
  }

  private static Path resource(String name) {
    var place = Objects.requireNonNull(DashboardTest.class.getResource("/dashboard/" + name));
    return Path.of(place.getPath());
  }

  // --- files

  @Test
  void namesOfNoFilesLeaveNothingInMemory() {
    var routes = new DashboardRoutes();
    var assets =
        routes.routes().stream()
            .filter(route -> route.path().equals("/assets/{file}"))
            .findFirst()
            .orElseThrow();
    int kept = routes.kept();
    for (int i = 0; i < 100; i++) {
      var name = "x" + i + ".js";
      var request = HttpRequest.GET("http://host/assets/" + name);
      var call = new Call(request, "r", Optional.empty(), List.of(name), Optional.empty());
      assertThatThrownBy(() -> assets.handler().answer(call)).hasMessageContaining(name);
    }

    assertThat(routes.kept()).isEqualTo(kept);
  }

  @Test
  void aPageMayLoadNothingFromElsewhere() throws Exception {
    var page = call("GET", "/", "");

    assertThat(page.statusCode()).isEqualTo(200);
    var policy = page.headers().firstValue("Content-Security-Policy").orElse("");
    assertThat(policy)
        .startsWith("default-src 'none'")
        .contains("connect-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "*", "http");
    assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
  }

  /** Returns the folder of the charts in the sources of their module, which may be a jar here. */
  private static Path sharedCharts() {
    var folder = "metascheduler/src/main/resources/charts";
    var root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve(folder))) {
      root = root.getParent();
    }
    return root.resolve(folder);
  }

  @Test
  void allFilesAreServedAndNameNoOtherPlace() throws Exception {
    var root = resource("index.html").getParent();
    try (Stream<Path> own = Files.walk(root);
        Stream<Path> shared = Files.list(sharedCharts())) {
      for (var file : Stream.concat(own, shared).filter(Files::isRegularFile).toList()) {
        boolean isShared = !file.startsWith(root);
        var name = isShared ? "charts/" + file.getFileName() : "" + root.relativize(file);
        if (name.matches("((vendor|charts)/)?[a-z-]+\\.(js|mjs|css|svg)")) {
          var answer = call("GET", "/assets/" + name, "");
          assertThat(answer.statusCode()).as(name).isEqualTo(200);
          assertThat(answer.body()).as(name).isEqualTo(Files.readString(file));
          if (!name.startsWith("vendor/")) {
            assertThat(answer.body().replace("http://www.w3.org/2000/svg", ""))
                .as(name)
                .doesNotContain("http:", "https:", "innerHTML");
          }
        }
      }
    }
  }

  @Test
  void aFileThatHasNotChangedIsNotSentAgain() throws Exception {
    var tag = call("GET", "/assets/app.js", "").headers().firstValue("ETag").orElseThrow();

    var again = call("GET", "/assets/app.js", "", "If-None-Match", tag);

    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/assets/none.js",
        "/assets/index.html",
        "/assets/..%2Fopenapi.yaml",
        "/assets/vendor/..%2Fapp.js",
        "/assets/vendor/SHA256SUMS",
        "/assets/charts/..%2Fapp.js",
        "/assets/%00.js"
      })
  void otherFilesAreNotFound(String path) throws Exception {
    assertThat(call("GET", path, "").statusCode()).isIn(400, 404);
  }

  @Test
  void librariesOfOthersAreAsPublished() throws Exception {
    var lines = Files.readAllLines(resource("vendor/SHA256SUMS"));
    assertThat(lines).hasSize(3);
    for (var line : lines) {
      var parts = line.split(" +", -1);
      var bytes = Files.readAllBytes(resource("vendor/" + parts[1]));
      assertThat(Sha256.of(bytes)).as(parts[1]).isEqualTo(parts[0]);
    }
  }

  /**
   * Checks all requests of a browser with an empty cache: the page, and the files that are named by
   * the page and its modules.
   */
  @Test
  void thePageIsLight() throws Exception {
    var page = call("GET", "/", "").body();
    var asked = new TreeSet<String>();
    var toRead = new ArrayDeque<String>();
    Pattern.compile("(?:href|src)=\"(/assets/[^\"]+)\"|:\"(/assets/[^\"]+)\"")
        .matcher(page)
        .results()
        .forEach(found -> toRead.add(found.group(1) == null ? found.group(2) : found.group(1)));
    long bytes = page.getBytes(StandardCharsets.UTF_8).length;
    while (!toRead.isEmpty()) {
      var path = toRead.remove();
      if (asked.add(path)) {
        var answer = call("GET", path, "");
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        bytes += answer.body().getBytes(StandardCharsets.UTF_8).length + head(answer);
        var here = URI.create(path);
        Pattern.compile("from '(\\./[^']+)'")
            .matcher(answer.body())
            .results()
            .forEach(found -> toRead.add(here.resolve(found.group(1)).getPath()));
      }
    }

    assertThat(asked).hasSizeGreaterThan(25).contains("/assets/charts/gantt.js", "/assets/job.js");
    assertThat(bytes).isLessThan(300_000);
  }

  private static long head(HttpResponse<String> answer) {
    return answer.headers().map().entrySet().stream()
        .mapToLong(each -> each.getKey().length() + String.join("", each.getValue()).length() + 4)
        .sum();
  }

  // --- sessions

  private static HttpResponse<String> signIn(String token) throws Exception {
    var body = JSON.createObjectNode().put("token", token).toString();
    return call("POST", "/v1/session", body, OWN_PAGE, "metasched");
  }

  private static String cookie(HttpResponse<String> signedIn) {
    var set = signedIn.headers().firstValue("Set-Cookie").orElseThrow();
    return set.substring(0, set.indexOf(';'));
  }

  @Test
  void aTokenThatIsNotKnownGivesNoSession() throws Exception {
    for (var token : List.of("", "mst_0", "x".repeat(1000))) {
      var answer = signIn(token);
      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
    }
    for (var body : List.of("", "[]", "{}", "{\"token\":1}")) {
      var answer = call("POST", "/v1/session", body, OWN_PAGE, "metasched");
      assertThat(answer.statusCode()).as(body).isEqualTo(400);
    }
  }

  @Test
  void noScriptCanReadASessionAndItLastsHalfADay() throws Exception {
    var signedIn = signIn(api.token("user1"));

    assertThat(signedIn.statusCode()).isEqualTo(201);
    assertThat(signedIn.headers().firstValue("Set-Cookie").orElseThrow())
        .contains("; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=43200")
        .doesNotContain(api.token("user1"));
    assertThat(signedIn.body()).doesNotContain("mst_").contains("\"principal\":\"user1\"");
    var expires = Instant.parse(JSON.readTree(signedIn.body()).path("expires").asText());
    assertThat(expires).isBefore(Instant.now().plus(Duration.ofHours(13)));
  }

  @Test
  void aSessionIsAsGoodAsItsToken() throws Exception {
    var cookie = cookie(signIn(api.token("user2")));

    var jobs = call("GET", "/v1/jobs", "", "Cookie", "other=1; " + cookie);
    // a job that does not run: no other job changes the ledger of user2 while a test reads it
    var made = call("POST", "/v1/jobs", LATER, "Cookie", cookie, OWN_PAGE, "metasched");

    assertThat(jobs.statusCode()).isEqualTo(200);
    assertThat(made.statusCode()).isEqualTo(201);
    assertThat(JSON.readTree(made.body()).path("user").asText()).isEqualTo("user2");
    assertThat(call("GET", "/v1/tokens", "", "Cookie", cookie).body())
        .contains("\"s-")
        .doesNotContain("user1");
  }

  @Test
  void aFormOfAnotherPageChangesNothing() throws Exception {
    var cookie = cookie(signIn(api.token("user3")));
    var before = callAs("user3", "GET", "/v1/jobs", "").body();

    for (var path : List.of("/v1/jobs", "/v1/tokens", "/v1/accounts/user3/deposits")) {
      assertThat(call("POST", path, JOB, "Cookie", cookie).statusCode()).isEqualTo(403);
    }
    assertThat(call("DELETE", "/v1/session", "", "Cookie", cookie).statusCode()).isEqualTo(403);
    var jobs = callAs("user3", "GET", "/v1/jobs", "").body();
    assertThat(JSON.readTree(jobs).path("items"))
        .hasSameSizeAs(JSON.readTree(before).path("items"));
  }

  @Test
  void aSessionThatWasLeftIsGoodNoMore() throws Exception {
    var cookie = cookie(signIn(api.token("user1")));
    var left = call("DELETE", "/v1/session", "", "Cookie", cookie, OWN_PAGE, "metasched");

    assertThat(left.statusCode()).isEqualTo(204);
    assertThat(left.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
    assertThat(call("GET", "/v1/jobs", "", "Cookie", cookie).statusCode()).isEqualTo(401);
    assertThat(callAs("user1", "GET", "/v1/jobs", "").statusCode()).isEqualTo(200);
  }

  @Test
  void aTokenItselfIsNotRevokedByLeaving() throws Exception {
    assertThat(callAs("user1", "DELETE", "/v1/session", "").statusCode()).isEqualTo(204);
    assertThat(callAs("user1", "GET", "/v1/session", "").statusCode()).isEqualTo(200);
  }

  // --- views

  @Test
  void aViewThatHasNotChangedIsNotSentAgain() throws Exception {
    var path = "/v1/accounts/user2/ledger";
    var tag = api.call("GET", path, "user2", "").header("ETag");

    var same = api.call("GET", path, "user2", "", "If-None-Match", tag);
    callAs("admin", "POST", "/v1/accounts/user2/deposits", "{\"amount\":\"1\"}");
    var other = api.call("GET", path, "user2", "", "If-None-Match", tag);

    assertThat(same.status()).isEqualTo(304);
    assertThat(other.status()).isEqualTo(200);
    assertThat(other.header("ETag")).isNotEqualTo(tag);
    assertThat(other.header("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void onlyTheUserOfAJobSeesIt() throws Exception {
    for (int i = 0; i < 20; i++) {
      var made = api.call("POST", "/v1/jobs", "user1", LATER).json();
      var id = made.path("id").asText();
      var version = made.path("version").asText();

      assertThat(callAs("user1", "GET", "/v1/jobs?limit=1", "").body()).contains(id);
      assertThat(callAs("user2", "GET", "/v1/jobs?limit=1", "").body()).doesNotContain(id);
      var told = api.call("GET", "/v1/jobs", "admin", "", "Last-Event-ID", version);
      assertThat(told.response().body()).contains(id);
    }
  }

  @Test
  void aTimelineCanBeOfANodeOrADomain() throws Exception {
    var job = JOB.replace("[\"true\"]", "[\"hang\"]");
    var id = api.submit("user1", job);
    api.when(id, "running");

    var all = api.call("GET", "/v1/timeline", "user1", "").json().path("items");
    var node = all.get(0).path("node").asText();
    var own = api.call("GET", "/v1/timeline?node=" + node, "user1", "").json().path("items");
    var local = api.call("GET", "/v1/timeline?domain=local", "user1", "").json().path("items");

    assertThat(own).isNotEmpty().allMatch(bar -> bar.path("node").asText().equals(node));
    assertThat(local).anyMatch(bar -> bar.path("job").asText().equals(id));
    assertThat(callAs("user1", "GET", "/v1/timeline?node=none", "").statusCode()).isEqualTo(404);
    assertThat(callAs("user1", "GET", "/v1/timeline?domain=no", "").statusCode()).isEqualTo(404);
  }

  // --- overview

  @Test
  void aUserSeesCountsOfTheirOwnJobsAndNobodysIncome() throws Exception {
    callAs("admin", "POST", "/v1/jobs", JOB.replace("{\"work", "{\"account\":\"user3\",\"work"));

    var own = JSON.readTree(callAs("user3", "GET", "/v1/overview", "").body());
    var all = JSON.readTree(callAs("admin", "GET", "/v1/overview", "").body());

    int mine = 0;
    for (var count : own.path("jobs")) {
      mine += count.asInt();
    }
    assertThat(mine).isEqualTo(1);
    assertThat(own.path("hours")).hasSize(24).noneMatch(hour -> hour.has("income"));
    assertThat(all.path("hours")).hasSize(24).allMatch(hour -> hour.has("income"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "from=now",
        "from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
        "to=2036-01-01T00:00:00Z"
      })
  void aTimelineHasABeginAndALaterEnd(String query) throws Exception {
    var answer = callAs("user1", "GET", "/v1/timeline?" + query, "");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("the parameter");
  }

  @Test
  void theTimelineDoesNotNameJobsOfOthers() throws Exception {
    var body =
        JOB.replace("[\"true\"]", "[\"hang\"]").replace("{\"work", "{\"name\":\"secret\",\"work");
    callAs("user1", "POST", "/v1/jobs", body);
    var range =
        "from=%s&to=%s".formatted(Instant.now().minusSeconds(60), Instant.now().plusSeconds(600));
    var shown = "";
    while (!shown.contains("secret")) {
      shown = callAs("user1", "GET", "/v1/timeline?" + range, "").body();
    }

    var unnamed = 0L;
    while (unnamed == 0) { // the cached answer of an earlier moment may still be served
      var others = callAs("user2", "GET", "/v1/timeline?" + range, "").body();

      assertThat(others).doesNotContain("secret");
      var items = JSON.readTree(others).path("items");
      unnamed = StreamSupport.stream(items.spliterator(), false).filter(i -> !i.has("job")).count();
    }
  }
}

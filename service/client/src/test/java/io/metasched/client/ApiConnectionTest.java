package io.metasched.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repetition of requests, and failures. */
final class ApiConnectionTest {
  private static final JsonNode BODY = JsonNodeFactory.instance.objectNode();
  private static final String LOST = "lost";
  private static final String SILENT = "silent";
  private static final String BUSY = "503 Retry-After {\"type\":\"/problems/not-ready\"}";
  private static final String LATER = "429 Retry-After {\"type\":\"/problems/too-many-requests\"}";
  private static final String QUOTA =
      "429 - {\"type\":\"/problems/quota-exceeded\",\"title\":\"t\",\"status\":429,"
          + "\"detail\":\"3 of 3 jobs\",\"instance\":\"/v1/jobs\",\"requestId\":\"r\"}";
  private static final String DONE = "200 - {\"id\":\"j1\"}";

  @TempDir private Path folder;
  private HttpServer server;

  /** Answers in order; the last one is repeated. */
  private final Queue<String> answers = new ConcurrentLinkedQueue<>();

  /** Method, key and token of each request. */
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  private final CountDownLatch over = new CountDownLatch(1);

  @BeforeEach
  void begin() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  @AfterEach
  void end() {
    over.countDown();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    var headers = exchange.getRequestHeaders();
    requests.add(
        "%s %s %s %s"
            .formatted(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                headers.getFirst("Idempotency-Key"),
                headers.getFirst("Authorization")));
    var answer = answers.size() > 1 ? answers.remove() : answers.element();
    if (answer.equals(SILENT)) {
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().flush();
      awaitEnd();
    } else if (!answer.equals(LOST)) {
      var parts = answer.split(" ", 3);
      if (parts[1].equals("Retry-After")) {
        exchange.getResponseHeaders().set("Retry-After", "0");
      }
      var body = parts[2].getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(Integer.parseInt(parts[0]), body.length);
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private void awaitEnd() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private ApiConnection connection(Duration retryFor) {
    return ApiConnection.to(url()).token("secret").retryFor(retryFor).build();
  }

  @Test
  void aSubmissionIsRepeatedWithItsKeyUntilTheServiceAnswers() {
    answers.addAll(List.of(BUSY, LOST, LATER, DONE));
    var job = connection(Duration.ofMinutes(5)).post("/v1/jobs", BODY, "k1");

    assertThat(job.path("id").asText()).isEqualTo("j1");
    assertThat(requests).hasSize(4).containsOnly("POST /v1/jobs k1 Bearer secret");
  }

  @Test
  void aPostWithoutAKeyIsRepeatedOnlyIfItWasNotExecuted() {
    answers.addAll(List.of(LATER, LOST, DONE));
    var connection = connection(Duration.ofMinutes(5));

    assertThatThrownBy(() -> connection.post("/v1/jobs/j1:cancel", BODY))
        .isInstanceOfSatisfying(
            ApiException.class, failure -> assertThat(failure.isUnanswered()).isTrue());

    assertThat(requests).hasSize(2);
  }

  @Test
  void aQuotaIsNotTriedAgain() {
    answers.add(QUOTA);
    var connection = connection(Duration.ofMinutes(5));

    assertThatThrownBy(() -> connection.post("/v1/jobs", BODY, "k1"))
        .hasMessage("3 of 3 jobs")
        .isInstanceOfSatisfying(
            ApiException.class,
            refusal -> {
              assertThat(refusal.type()).isEqualTo("quota-exceeded");
              assertThat(refusal.status()).isEqualTo(429);
              assertThat(refusal.problem().errors()).isEmpty();
            });

    assertThat(requests).hasSize(1);
  }

  @Test
  void repetitionsEndAtTheTimeLimit() {
    answers.add(BUSY);
    var connection = connection(Duration.ZERO);

    assertThatThrownBy(() -> connection.get("/v1/accounts"))
        .isInstanceOfSatisfying(
            ApiException.class, refusal -> assertThat(refusal.type()).isEqualTo("not-ready"));

    assertThat(requests).hasSize(1);
  }

  @Test
  void aServiceThatIsNotThereIsUnanswered() throws IOException {
    int port;
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    var connection =
        ApiConnection.to("http://127.0.0.1:" + port).retryFor(Duration.ofMillis(300)).build();

    assertThatThrownBy(() -> connection.get("/v1/accounts"))
        .hasMessage("no service can be reached at http://127.0.0.1:" + port);
  }

  @Test
  void anAnswerOfAnotherServerHasNoType() {
    answers.add("502 - <html>");
    var connection = connection(Duration.ZERO);

    assertThatThrownBy(() -> connection.get("/v1/accounts"))
        .hasMessage("status 502")
        .isInstanceOfSatisfying(
            ApiException.class, refusal -> assertThat(refusal.type()).isEqualTo("about:blank"));
  }

  @Test
  void anAnswerThatIsNotJsonIsAFailure() {
    answers.add("200 - <html>");
    var connection = connection(Duration.ZERO);

    assertThatThrownBy(() -> connection.get("/v1/accounts"))
        .hasMessage("the service at %s does not answer in JSON".formatted(url()));
  }

  @Test
  void theEnvironmentNamesServiceAndToken() throws IOException {
    var file = Files.writeString(folder.resolve("token"), "of-file\n");
    answers.add(DONE);
    var both =
        Map.of(
            "METASCHED_URL",
            url() + "/",
            "METASCHED_TOKEN",
            "",
            "METASCHED_TOKEN_FILE",
            file.toString());

    ApiConnection.Builder.from(both).build().get("/a");
    ApiConnection.Builder.from(Map.of("METASCHED_URL", url(), "METASCHED_TOKEN", "t"))
        .build()
        .get("/b");
    ApiConnection.Builder.from(Map.of("METASCHED_URL", url())).build().get("/c");

    assertThat(requests)
        .containsExactly("GET /a null Bearer of-file", "GET /b null Bearer t", "GET /c null null");
  }

  @Test
  void aUrlWithoutAHostIsRefused() {
    assertThatThrownBy(() -> ApiConnection.to("ftp://host"))
        .hasMessage(
            "URL of the service: allowed is http://HOST:PORT or https://HOST:PORT,"
                + " given was 'ftp://host'");
  }

  @Test
  void aStreamOfEventsContinuesAfterTheLastEvent() {
    answers.addAll(
        List.of(
            "200 - id: 6\ndata: {}\n\n",
            "200 - : hello\n\nid: 7\nevent: x\ndata: {\"seq\":7,\"event\":\"x\"}\n\nid: 8\n",
            "503 Retry-After {}",
            "200 - id: 8\nevent: y\ndata: {\"seq\":8,\"event\":\"y\",\"more\":1}\n\n"));
    var client = new MetaschedClient(connection(Duration.ofMinutes(5)));

    var names = new ArrayDeque<String>();
    try (var events = client.events(OptionalLong.empty())) {
      names.add(events.next().event());
      var second = events.next();
      names.add(second.event());
      assertThat(second.members().path("more").asInt()).isEqualTo(1);
      assertThat(events.last()).isEqualTo(8);
    }

    assertThat(names).containsExactly("x", "y");
    assertThat(requests.stream().map(each -> each.replaceAll(".*(/v1\\S+).*", "$1")))
        .containsExactly(
            "/v1/changes", "/v1/events?after=6", "/v1/events?after=7", "/v1/events?after=7");
  }

  @Test
  void closingAStreamOfEventsEndsAThreadThatWaits() {
    answers.add(SILENT);
    var events = new MetaschedClient(connection(Duration.ZERO)).events(OptionalLong.of(5));
    var waiting = CompletableFuture.supplyAsync(() -> events.next());

    events.close();

    assertThat(waiting)
        .failsWithin(Duration.ofMinutes(5))
        .withThrowableThat()
        .withCauseInstanceOf(NoSuchElementException.class);
    assertThat(events.hasNext()).isFalse();
  }

  @Test
  void recordsAcceptWhatLaterVersionsAdd() {
    answers.add("200 - {\"id\":\"j1\",\"state\":\"frozen\",\"later\":true}");

    var job = new MetaschedClient(connection(Duration.ZERO)).job("j1");

    assertThat(job.state()).isEqualTo(JobState.UNKNOWN);
    assertThat(job.labels()).isEmpty();
    assertThat(job.window()).isEqualTo(Optional.empty());
    assertThat(job.exit()).isEmpty();
  }

  @Test
  void requestsLeaveOutWhatIsNotSet() {
    var request =
        JobRequest.running(Duration.ofSeconds(90), "echo", "")
            .nodes(2)
            .budget(new Budget(Optional.of(new BigDecimal("1E+3")), Optional.empty()))
            .criterion(JobRequest.Criterion.COST)
            .after(List.of(new JobRequest.Dependency("j1", JobRequest.Outcome.EACH_OK)))
            .build();

    assertThat(ApiJson.write(request).toString())
        .isEqualTo(
            "{\"nodes\":2,\"work\":{\"duration\":\"PT1M30S\"},\"budget\":{\"total\":\"1000\"},"
                + "\"criterion\":\"cost\",\"run\":{\"command\":[\"echo\",\"\"]},"
                + "\"after\":[{\"job\":\"j1\",\"outcome\":\"each-ok\"}]}");
  }
}
